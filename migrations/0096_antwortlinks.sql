-- Links by which a customer sees one document without a log-in, and what they answered there.
ALTER TABLE `tenants` ADD `antwortlink_tage` integer DEFAULT 90 NOT NULL CHECK ("antwortlink_tage" BETWEEN 0 AND 365);
--> statement-breakpoint
ALTER TABLE `belegdateien` ADD `inhalt` text;
--> statement-breakpoint
CREATE TABLE `antwortlinks` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`beleg_id` text NOT NULL,
	`token_hash` text NOT NULL,
	`vorlage_hash` text,
	`gueltig_bis` text NOT NULL,
	`endet_am` text NOT NULL,
	`erstellt_am` text NOT NULL,
	`aktualisiert_am` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`),
	FOREIGN KEY (`tenant_id`,`beleg_id`) REFERENCES `belege`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `antwortlinks_token` ON `antwortlinks` (`token_hash`);
--> statement-breakpoint
CREATE INDEX `antwortlinks_beleg` ON `antwortlinks` (`tenant_id`,`beleg_id`,`endet_am`);
--> statement-breakpoint
CREATE INDEX `antwortlinks_vorlage` ON `antwortlinks` (`tenant_id`,`vorlage_hash`,`id`);
--> statement-breakpoint
CREATE INDEX `antwortlinks_ende` ON `antwortlinks` (`tenant_id`,`endet_am`,`id`);
--> statement-breakpoint
CREATE TABLE `linkantworten` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`antwort` text NOT NULL,
	`name` text NOT NULL,
	`bemerkung` text,
	`adresse` text NOT NULL,
	`erledigt_am` text,
	`erstellt_am` text NOT NULL,
	`aktualisiert_am` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`),
	FOREIGN KEY (`tenant_id`,`id`) REFERENCES `belege`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "linkantworten_antwort" CHECK("linkantworten"."antwort" IN ('bestaetigt', 'bestritten')),
	CONSTRAINT "linkantworten_grund" CHECK("linkantworten"."antwort" = 'bestaetigt' OR "linkantworten"."bemerkung" IS NOT NULL)
) STRICT;
--> statement-breakpoint
CREATE INDEX `linkantworten_offen` ON `linkantworten` (`tenant_id`,`erstellt_am`,`id`) WHERE antwort = 'bestritten' AND erledigt_am IS NULL;
--> statement-breakpoint
-- What a customer said stays as they said it: the office only notes that it has seen to it.
CREATE TRIGGER linkantworten_bleiben BEFORE UPDATE ON linkantworten
WHEN NEW.antwort <> OLD.antwort OR NEW.name <> OLD.name OR NEW.bemerkung IS NOT OLD.bemerkung
	OR NEW.adresse <> OLD.adresse OR NEW.erstellt_am <> OLD.erstellt_am
BEGIN
	SELECT RAISE(ABORT, 'eine Antwort ist unveraenderlich');
END;
--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
	('antwortlinks', 'sqlite_autoindex_antwortlinks_1', '50000 5000 1'),
	('antwortlinks', 'antwortlinks_token', '50000 1'),
	('antwortlinks', 'antwortlinks_beleg', '50000 5000 2 1'),
	('antwortlinks', 'antwortlinks_vorlage', '50000 5000 2 1'),
	('antwortlinks', 'antwortlinks_ende', '50000 5000 50 1'),
	('linkantworten', 'sqlite_autoindex_linkantworten_1', '50000 5000 1'),
	('linkantworten', 'linkantworten_offen', '100 10 1 1');
--> statement-breakpoint
ANALYZE sqlite_schema;
