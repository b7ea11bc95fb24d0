-- Days on which a customer is delivered regularly, with what they usually get, and which weeks were planned from them.
ALTER TABLE `tenants` ADD `bundesland` text CHECK ("bundesland" IN ('BW', 'BY', 'BE', 'BB', 'HB', 'HH', 'HE', 'MV', 'NI', 'NW', 'RP', 'SL', 'SN', 'ST', 'SH', 'TH'));
--> statement-breakpoint
CREATE TABLE `liefertage` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`kunde_id` text NOT NULL,
	`ab` text NOT NULL,
	`alle_wochen` integer DEFAULT 1 NOT NULL,
	`bis` text,
	`auch_feiertags` integer DEFAULT 0 NOT NULL,
	`fahrer_id` text,
	`zeit_von` text,
	`zeit_bis` text,
	`hinweis` text,
	`erstellt_am` text NOT NULL,
	`aktualisiert_am` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`),
	FOREIGN KEY (`tenant_id`,`kunde_id`) REFERENCES `kunden`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`tenant_id`,`fahrer_id`) REFERENCES `mitarbeiter`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "liefertage_wochen" CHECK("liefertage"."alle_wochen" BETWEEN 1 AND 8),
	CONSTRAINT "liefertage_bis" CHECK("liefertage"."bis" >= "liefertage"."ab"),
	CONSTRAINT "liefertage_auch_feiertags" CHECK("liefertage"."auch_feiertags" IN (0, 1))
) STRICT;
--> statement-breakpoint
CREATE INDEX `liefertage_kunde` ON `liefertage` (`tenant_id`,`kunde_id`,`id`);
--> statement-breakpoint
CREATE INDEX `liefertage_ab` ON `liefertage` (`tenant_id`,`ab`,`id`);
--> statement-breakpoint
CREATE INDEX `liefertage_fahrer` ON `liefertage` (`tenant_id`,`fahrer_id`);
--> statement-breakpoint
CREATE TABLE `liefertagpositionen` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`liefertag_id` text NOT NULL,
	`position` integer NOT NULL,
	`pfandartikel_id` text NOT NULL,
	`soll_ausgabe` integer DEFAULT 0 NOT NULL,
	`soll_ruecknahme` integer DEFAULT 0 NOT NULL,
	`erstellt_am` text NOT NULL,
	`aktualisiert_am` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`),
	FOREIGN KEY (`tenant_id`,`liefertag_id`) REFERENCES `liefertage`(`tenant_id`,`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`tenant_id`,`pfandartikel_id`) REFERENCES `pfandartikel`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "liefertagpositionen_menge" CHECK("liefertagpositionen"."soll_ausgabe" >= 0 AND "liefertagpositionen"."soll_ruecknahme" >= 0)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `liefertagpositionen_einmal` ON `liefertagpositionen` (`tenant_id`,`liefertag_id`,`pfandartikel_id`);
--> statement-breakpoint
CREATE INDEX `liefertagpositionen_artikel` ON `liefertagpositionen` (`tenant_id`,`pfandartikel_id`);
--> statement-breakpoint
CREATE TABLE `liefertagwochen` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`liefertag_id` text NOT NULL,
	`woche` text NOT NULL,
	`lieferung_id` text,
	`erstellt_am` text NOT NULL,
	`aktualisiert_am` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`),
	FOREIGN KEY (`tenant_id`,`liefertag_id`) REFERENCES `liefertage`(`tenant_id`,`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`tenant_id`,`lieferung_id`) REFERENCES `lieferungen`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `liefertagwochen_einmal` ON `liefertagwochen` (`tenant_id`,`liefertag_id`,`woche`);
--> statement-breakpoint
CREATE INDEX `liefertagwochen_lieferung` ON `liefertagwochen` (`tenant_id`,`lieferung_id`);
--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
	('liefertage', 'sqlite_autoindex_liefertage_1', '50000 5000 1'),
	('liefertage', 'liefertage_kunde', '50000 5000 2 1'),
	('liefertage', 'liefertage_ab', '50000 5000 20 1'),
	('liefertage', 'liefertage_fahrer', '50000 5000 500'),
	('liefertagpositionen', 'sqlite_autoindex_liefertagpositionen_1', '200000 20000 1'),
	('liefertagpositionen', 'liefertagpositionen_einmal', '200000 20000 4 1'),
	('liefertagpositionen', 'liefertagpositionen_artikel', '200000 20000 400'),
	('liefertagwochen', 'sqlite_autoindex_liefertagwochen_1', '2000000 200000 1'),
	('liefertagwochen', 'liefertagwochen_einmal', '2000000 200000 50 1'),
	('liefertagwochen', 'liefertagwochen_lieferung', '2000000 200000 1');
--> statement-breakpoint
ANALYZE sqlite_schema;
