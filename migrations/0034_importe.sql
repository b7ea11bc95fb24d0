-- What the columns of a company's tables mean: assigned once by hand. NULL: not taken over.
CREATE TABLE `importzuordnungen` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`art` text NOT NULL,
	`ueberschrift` text NOT NULL,
	`feld` text,
	`erstellt_am` text NOT NULL,
	`aktualisiert_am` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`),
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "importzuordnungen_art" CHECK("importzuordnungen"."art" IN ('pfandartikel', 'kunden', 'geraete', 'mitarbeiter', 'anfangsbestaende'))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `importzuordnungen_ueberschrift` ON `importzuordnungen` (`tenant_id`,`art`,`ueberschrift`);--> statement-breakpoint
-- Opening balances that were taken over together: bookings of the ledger, from one number to another.
CREATE TABLE `anfangsimporte` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`stichtag` text NOT NULL,
	`von_nr` integer NOT NULL,
	`bis_nr` integer NOT NULL,
	`zeilen` integer NOT NULL,
	`kunden` integer NOT NULL,
	`erstellt_von` text NOT NULL,
	`erstellt_von_name` text NOT NULL,
	`storniert_am` text,
	`erstellt_am` text NOT NULL,
	`aktualisiert_am` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`),
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "anfangsimporte_nummern" CHECK("anfangsimporte"."von_nr" <= "anfangsimporte"."bis_nr")
) STRICT;
--> statement-breakpoint
CREATE INDEX `anfangsimporte_erstellt` ON `anfangsimporte` (`tenant_id`,`erstellt_am`,`id`);
--> statement-breakpoint
-- What the planner goes by, of a large company.
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
	('importzuordnungen', 'importzuordnungen_ueberschrift', '10000 50 10 1'),
	('importzuordnungen', 'sqlite_autoindex_importzuordnungen_1', '10000 50 1'),
	('anfangsimporte', 'anfangsimporte_erstellt', '5000 20 1 1'),
	('anfangsimporte', 'sqlite_autoindex_anfangsimporte_1', '5000 20 1');
--> statement-breakpoint
ANALYZE sqlite_schema;
