-- Places of a customer that things are delivered to, beside the customer's own address.
CREATE TABLE `standorte` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`kunde_id` text NOT NULL,
	`name` text NOT NULL,
	`ansprechpartner` text,
	`telefon` text,
	`strasse` text,
	`plz` text,
	`ort` text,
	`land` text DEFAULT 'DE' NOT NULL,
	`anlieferungshinweis` text,
	`aktiv` integer DEFAULT 1 NOT NULL,
	`breitengrad` real,
	`laengengrad` real,
	`erstellt_am` text NOT NULL,
	`aktualisiert_am` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`),
	FOREIGN KEY (`tenant_id`,`kunde_id`) REFERENCES `kunden`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "standorte_aktiv" CHECK("standorte"."aktiv" IN (0, 1))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `standorte_kunde_name` ON `standorte` (`tenant_id`,`kunde_id`,`name`);
--> statement-breakpoint
CREATE INDEX `standorte_name` ON `standorte` (`tenant_id`,`name`,`id`);
--> statement-breakpoint
CREATE INDEX `standorte_aktiv` ON `standorte` (`tenant_id`,`aktiv`,`name`,`id`);
--> statement-breakpoint
CREATE TRIGGER standorte_bleiben_beim_kunden BEFORE UPDATE OF tenant_id, id, kunde_id ON standorte
WHEN NEW.tenant_id <> OLD.tenant_id OR NEW.id <> OLD.id OR NEW.kunde_id <> OLD.kunde_id
BEGIN
	SELECT RAISE(ABORT, 'ein Standort bleibt bei seinem Kunden');
END;
--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
	('standorte', 'sqlite_autoindex_standorte_1', '100000 10000 1'),
	('standorte', 'standorte_kunde_name', '100000 10000 5 1'),
	('standorte', 'standorte_name', '100000 10000 2 1'),
	('standorte', 'standorte_aktiv', '100000 10000 8000 2 1');
--> statement-breakpoint
ANALYZE sqlite_schema;
