-- Sending by e-mail: whether and how a company sends, by which way and to whom for each customer, and the queue.
ALTER TABLE `kunden` ADD `versandweg` text DEFAULT 'post' NOT NULL CHECK ("versandweg" IN ('post', 'email'));
--> statement-breakpoint
ALTER TABLE `kunden` ADD `abrechnung_an` text;
--> statement-breakpoint
ALTER TABLE `kunden` ADD `briefe_an` text;
--> statement-breakpoint
ALTER TABLE `kunden` ADD `lieferschein_an` text;
--> statement-breakpoint
CREATE TABLE `versand_einstellungen` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`sendet` integer DEFAULT 0 NOT NULL,
	`absender_name` text,
	`antwort_an` text,
	`betreff_abrechnung` text,
	`text_abrechnung` text,
	`betreff_lieferschein` text,
	`text_lieferschein` text,
	`betreff_kontoauszug` text,
	`text_kontoauszug` text,
	`betreff_saldenbestaetigung` text,
	`text_saldenbestaetigung` text,
	`betreff_erinnerung` text,
	`text_erinnerung` text,
	`freigabe` text,
	`erstellt_am` text NOT NULL,
	`aktualisiert_am` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`),
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "versand_sendet" CHECK("versand_einstellungen"."sendet" IN (0, 1))
) STRICT;
--> statement-breakpoint
CREATE TABLE `nachrichten` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`beleg_id` text NOT NULL,
	`xml_id` text,
	`art` text NOT NULL,
	`kunde_id` text,
	`betreff` text NOT NULL,
	`text` text NOT NULL,
	`absender_name` text NOT NULL,
	`antwort_an` text NOT NULL,
	`empfaenger` text NOT NULL,
	`status` text DEFAULT 'wartet' NOT NULL,
	`versuche` integer DEFAULT 0 NOT NULL,
	`gilt_ab` text NOT NULL,
	`naechster_versuch_am` text NOT NULL,
	`letzter_versuch_am` text,
	`meldung` text,
	`erledigt_am` text,
	`erstellt_von` text NOT NULL,
	`erstellt_von_name` text NOT NULL,
	`erstellt_am` text NOT NULL,
	`aktualisiert_am` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`),
	FOREIGN KEY (`tenant_id`,`kunde_id`) REFERENCES `kunden`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "nachrichten_art" CHECK("nachrichten"."art" IN ('abrechnung', 'lieferschein', 'saldenuebernahme', 'kontoauszug', 'saldenbestaetigung', 'erinnerung', 'datev', 'journal')),
	CONSTRAINT "nachrichten_status" CHECK("nachrichten"."status" IN ('wartet', 'laeuft', 'angenommen', 'teilweise', 'abgelehnt', 'unklar', 'zurueckgezogen'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `nachrichten_erstellt` ON `nachrichten` (`tenant_id`,`erstellt_am`,`id`);
--> statement-breakpoint
CREATE INDEX `nachrichten_status` ON `nachrichten` (`tenant_id`,`status`,`erstellt_am`,`id`);
--> statement-breakpoint
CREATE INDEX `nachrichten_kunde` ON `nachrichten` (`tenant_id`,`kunde_id`,`erstellt_am`,`id`);
--> statement-breakpoint
CREATE INDEX `nachrichten_beleg` ON `nachrichten` (`tenant_id`,`beleg_id`,`erstellt_am`,`id`);
--> statement-breakpoint
CREATE INDEX `nachrichten_offen` ON `nachrichten` (`tenant_id`,`naechster_versuch_am`,`id`) WHERE `status` IN ('wartet', 'laeuft');
--> statement-breakpoint
CREATE INDEX `nachrichten_sorgen` ON `nachrichten` (`tenant_id`,`erstellt_am`,`id`) WHERE `erledigt_am` IS NULL AND `status` IN ('teilweise', 'abgelehnt', 'unklar');
--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
	('versand_einstellungen', 'sqlite_autoindex_versand_einstellungen_1', '1000 1 1'),
	('nachrichten', 'sqlite_autoindex_nachrichten_1', '1000000 100000 1'),
	('nachrichten', 'nachrichten_erstellt', '1000000 100000 10 1'),
	('nachrichten', 'nachrichten_status', '1000000 100000 15000 2 1'),
	('nachrichten', 'nachrichten_kunde', '1000000 100000 20 2 1'),
	('nachrichten', 'nachrichten_beleg', '1000000 100000 2 1 1'),
	('nachrichten', 'nachrichten_offen', '1000 100 2 1'),
	('nachrichten', 'nachrichten_sorgen', '1000 100 2 1');
--> statement-breakpoint
ANALYZE sqlite_schema;
