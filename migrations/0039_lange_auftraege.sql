-- Jobs beside those that print: the whole company as a ZIP, and tables too large for a request.
CREATE TABLE `__new_auftraege` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`art` text NOT NULL,
	`status` text DEFAULT 'wartet' NOT NULL,
	`angaben` text NOT NULL,
	`gesamt` integer DEFAULT 0 NOT NULL,
	`erledigt` integer DEFAULT 0 NOT NULL,
	`uebergangen` integer DEFAULT 0 NOT NULL,
	`fehler` integer DEFAULT 0 NOT NULL,
	`letzter` text DEFAULT '' NOT NULL,
	`ergebnis` text,
	`erstellt_von` text NOT NULL,
	`erstellt_von_name` text NOT NULL,
	`beendet_am` text,
	`meldung` text,
	`erstellt_am` text NOT NULL,
	`aktualisiert_am` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`),
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "auftraege_art" CHECK("__new_auftraege"."art" IN ('abrechnungslauf', 'kontoauszuege', 'saldenbestaetigungen', 'erinnerungen', 'firmenexport', 'import')),
	CONSTRAINT "auftraege_status" CHECK("__new_auftraege"."status" IN ('wartet', 'laeuft', 'fertig', 'gescheitert'))
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_auftraege`("tenant_id", "id", "art", "status", "angaben", "gesamt", "erledigt", "uebergangen", "fehler", "letzter", "erstellt_von", "erstellt_von_name", "beendet_am", "meldung", "erstellt_am", "aktualisiert_am", "version") SELECT "tenant_id", "id", "art", "status", "angaben", "gesamt", "erledigt", "uebergangen", "fehler", "letzter", "erstellt_von", "erstellt_von_name", "beendet_am", "meldung", "erstellt_am", "aktualisiert_am", "version" FROM `auftraege`;--> statement-breakpoint
DROP TABLE `auftraege`;--> statement-breakpoint
ALTER TABLE `__new_auftraege` RENAME TO `auftraege`;--> statement-breakpoint
CREATE INDEX `auftraege_erstellt` ON `auftraege` (`tenant_id`,`erstellt_am`,`id`);--> statement-breakpoint
CREATE INDEX `auftraege_art_erstellt` ON `auftraege` (`tenant_id`,`art`,`erstellt_am`,`id`);--> statement-breakpoint
CREATE INDEX `auftraege_offen` ON `auftraege` (`erstellt_am`,`tenant_id`,`id`) WHERE status IN ('wartet', 'laeuft');--> statement-breakpoint
-- The file that a job reads: `id` is the job's. Removed when the job is over.
CREATE TABLE `auftragseingaben` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`daten` blob NOT NULL,
	`erstellt_am` text NOT NULL,
	`aktualisiert_am` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`),
	FOREIGN KEY (`tenant_id`,`id`) REFERENCES `auftraege`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
	('auftraege', 'sqlite_autoindex_auftraege_1', '5000 500 1'),
	('auftraege', 'auftraege_erstellt', '5000 500 1 1'),
	('auftraege', 'auftraege_art_erstellt', '5000 500 100 1 1'),
	('auftraege', 'auftraege_offen', '10 1 1 1'),
	('auftragseingaben', 'sqlite_autoindex_auftragseingaben_1', '100 2 1');
--> statement-breakpoint
ANALYZE sqlite_schema;
