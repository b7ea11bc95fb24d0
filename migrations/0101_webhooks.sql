-- Receivers of other programs that are told of events, and what became of each message to them.
CREATE TABLE `webhooks` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`adresse` text NOT NULL,
	`aktiv` integer DEFAULT 1 NOT NULL,
	`arten` text NOT NULL,
	`geheimnis` text NOT NULL,
	`geheimnis_vorher` text,
	`vorher_bis` text,
	`abgeschaltet_weil` text,
	`freigabe` text NOT NULL,
	`bis_nummer` integer NOT NULL,
	`erstellt_am` text NOT NULL,
	`aktualisiert_am` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`),
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "webhooks_aktiv" CHECK("webhooks"."aktiv" IN (0, 1))
) STRICT;
--> statement-breakpoint
CREATE INDEX `webhooks_an` ON `webhooks` (`freigabe`,`tenant_id`,`id`) WHERE aktiv = 1;
--> statement-breakpoint
CREATE TABLE `webhookzustellungen` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`webhook_id` text NOT NULL,
	`ereignis_id` text NOT NULL,
	`nummer` integer NOT NULL,
	`art` text NOT NULL,
	`datensatz_id` text NOT NULL,
	`status` text DEFAULT 'wartet' NOT NULL,
	`versuche` integer DEFAULT 0 NOT NULL,
	`naechster_versuch_am` text NOT NULL,
	`antworten` text DEFAULT '[]' NOT NULL,
	`erstellt_am` text NOT NULL,
	`aktualisiert_am` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`),
	FOREIGN KEY (`tenant_id`,`webhook_id`) REFERENCES `webhooks`(`tenant_id`,`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "webhookzustellungen_status" CHECK("webhookzustellungen"."status" IN ('wartet', 'zugestellt', 'aufgegeben'))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `webhookzustellungen_nummer` ON `webhookzustellungen` (`tenant_id`,`webhook_id`,`nummer`);
--> statement-breakpoint
CREATE INDEX `webhookzustellungen_liste` ON `webhookzustellungen` (`tenant_id`,`webhook_id`,`id`);
--> statement-breakpoint
CREATE INDEX `webhookzustellungen_offen` ON `webhookzustellungen` (`tenant_id`,`webhook_id`,`naechster_versuch_am`,`nummer`) WHERE status = 'wartet';
--> statement-breakpoint
CREATE INDEX `webhookzustellungen_reihe` ON `webhookzustellungen` (`tenant_id`,`webhook_id`,`datensatz_id`,`nummer`) WHERE status = 'wartet';
--> statement-breakpoint
CREATE INDEX `webhookzustellungen_alt` ON `webhookzustellungen` (`tenant_id`,`aktualisiert_am`,`id`) WHERE status <> 'wartet';
--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
	('webhooks', 'sqlite_autoindex_webhooks_1', '200 2 1'),
	('webhooks', 'webhooks_an', '200 200 2 1'),
	('webhookzustellungen', 'webhookzustellungen_liste', '1000000 100000 50000 1'),
	('webhookzustellungen', 'sqlite_autoindex_webhookzustellungen_1', '1000000 100000 1'),
	('webhookzustellungen', 'webhookzustellungen_nummer', '1000000 100000 50000 1'),
	('webhookzustellungen', 'webhookzustellungen_offen', '10000 1000 500 1 1'),
	('webhookzustellungen', 'webhookzustellungen_reihe', '10000 1000 500 2 1'),
	('webhookzustellungen', 'webhookzustellungen_alt', '1000000 100000 1 1');
--> statement-breakpoint
ANALYZE sqlite_schema;
