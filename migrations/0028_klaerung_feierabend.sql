-- An evening's count is handed to the office as well, and belongs to no customer. What refers to this table refers to its name.
CREATE TABLE `__new_klaerungen` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`fahrer_id` text,
	`kunde_id` text,
	`lieferung_id` text,
	`versuch` integer,
	`art` text NOT NULL,
	`angaben` text NOT NULL,
	`ablehnung` text NOT NULL,
	`erfasst_am` text NOT NULL,
	`status` text DEFAULT 'offen' NOT NULL,
	`entscheidung` text,
	`entschieden_von` text,
	`entschieden_am` text,
	`erstellt_am` text NOT NULL,
	`aktualisiert_am` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`),
	FOREIGN KEY (`tenant_id`,`fahrer_id`) REFERENCES `mitarbeiter`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`tenant_id`,`kunde_id`) REFERENCES `kunden`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`tenant_id`,`lieferung_id`) REFERENCES `lieferungen`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "klaerungen_art" CHECK("__new_klaerungen"."art" IN ('start', 'abschluss', 'fehlschlag', 'ungeplant', 'feierabend')),
	CONSTRAINT "klaerungen_status_erlaubt" CHECK("__new_klaerungen"."status" IN ('offen', 'gebucht', 'verworfen')),
	CONSTRAINT "klaerungen_bei" CHECK(("__new_klaerungen"."art" = 'feierabend') = ("__new_klaerungen"."kunde_id" IS NULL)),
	CONSTRAINT "klaerungen_entschieden" CHECK(("__new_klaerungen"."status" = 'offen') = ("__new_klaerungen"."entschieden_am" IS NULL))
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_klaerungen`("tenant_id", "id", "fahrer_id", "kunde_id", "lieferung_id", "versuch", "art", "angaben", "ablehnung", "erfasst_am", "status", "entscheidung", "entschieden_von", "entschieden_am", "erstellt_am", "aktualisiert_am", "version") SELECT "tenant_id", "id", "fahrer_id", "kunde_id", "lieferung_id", "versuch", "art", "angaben", "ablehnung", "erfasst_am", "status", "entscheidung", "entschieden_von", "entschieden_am", "erstellt_am", "aktualisiert_am", "version" FROM `klaerungen`;
--> statement-breakpoint
DROP TABLE `klaerungen`;
--> statement-breakpoint
ALTER TABLE `__new_klaerungen` RENAME TO `klaerungen`;
--> statement-breakpoint
CREATE INDEX `klaerungen_status` ON `klaerungen` (`tenant_id`,`status`,`id`);
--> statement-breakpoint
CREATE INDEX `klaerungen_kunde` ON `klaerungen` (`tenant_id`,`kunde_id`,`id`);
--> statement-breakpoint
CREATE INDEX `klaerungen_lieferung` ON `klaerungen` (`tenant_id`,`lieferung_id`,`id`);
--> statement-breakpoint
CREATE INDEX `lieferungen_fahrer_erfasst` ON `lieferungen` (`tenant_id`,`fahrer_id`,`erfasst_am`,`id`);
--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
	('klaerungen', 'sqlite_autoindex_klaerungen_1', '20000 2000 1'),
	('klaerungen', 'klaerungen_kunde', '20000 2000 2 1'),
	('klaerungen', 'klaerungen_lieferung', '20000 2000 1 1'),
	('klaerungen', 'klaerungen_status', '20000 2000 700 1'),
	('lieferungen', 'lieferungen_fahrer_erfasst', '1000000 100000 10000 2 1');
--> statement-breakpoint
ANALYZE sqlite_schema;
