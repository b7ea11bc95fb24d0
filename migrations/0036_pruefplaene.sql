-- Test dates of devices. A device carries the last day on which it may be handed out, so that this is asked without
-- reading anything else.
ALTER TABLE `geraete` ADD `geprueft_bis` text;
--> statement-breakpoint
CREATE TABLE `geraete_pruefplaene` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`geraet_id` text NOT NULL,
	`art` text NOT NULL,
	`intervall` integer NOT NULL,
	`intervall_in` text NOT NULL,
	`letzte` text,
	`naechste` text NOT NULL,
	`freigabe_bis` text,
	`erstellt_am` text NOT NULL,
	`aktualisiert_am` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`),
	FOREIGN KEY (`tenant_id`,`geraet_id`) REFERENCES `geraete`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "geraete_pruefplaene_art" CHECK("geraete_pruefplaene"."art" IN ('tuev', 'druckpruefung', 'eichung', 'reinigung')),
	CONSTRAINT "geraete_pruefplaene_in" CHECK("geraete_pruefplaene"."intervall_in" IN ('tage', 'monate')),
	CONSTRAINT "geraete_pruefplaene_intervall" CHECK("geraete_pruefplaene"."intervall" > 0)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `geraete_pruefplaene_einmal` ON `geraete_pruefplaene` (`tenant_id`,`geraet_id`,`art`);
--> statement-breakpoint
CREATE INDEX `geraete_pruefplaene_naechste` ON `geraete_pruefplaene` (`tenant_id`,`naechste`,`id`);
--> statement-breakpoint
CREATE TABLE `geraete_pruefungen` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`geraet_id` text NOT NULL,
	`art` text NOT NULL,
	`datum` text NOT NULL,
	`bestanden` integer NOT NULL,
	`naechste` text NOT NULL,
	`bemerkung` text,
	`dokument` text,
	`dokument_typ` text,
	`bytes` integer DEFAULT 0 NOT NULL,
	`eingetragen_von` text NOT NULL,
	`erstellt_am` text NOT NULL,
	`aktualisiert_am` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`),
	FOREIGN KEY (`tenant_id`,`geraet_id`) REFERENCES `geraete`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "geraete_pruefungen_art" CHECK("geraete_pruefungen"."art" IN ('tuev', 'druckpruefung', 'eichung', 'reinigung')),
	CONSTRAINT "geraete_pruefungen_bestanden" CHECK("geraete_pruefungen"."bestanden" IN (0, 1))
) STRICT;
--> statement-breakpoint
CREATE INDEX `geraete_pruefungen_geraet` ON `geraete_pruefungen` (`tenant_id`,`geraet_id`,`datum`,`id`);
--> statement-breakpoint
CREATE INDEX `geraete_pruefungen_bytes` ON `geraete_pruefungen` (`tenant_id`,`bytes`);
--> statement-breakpoint
CREATE TABLE `geraete_pruefdokumente` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`daten` blob NOT NULL,
	`erstellt_am` text NOT NULL,
	`aktualisiert_am` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`),
	FOREIGN KEY (`tenant_id`,`id`) REFERENCES `geraete_pruefungen`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
	('geraete_pruefplaene', 'sqlite_autoindex_geraete_pruefplaene_1', '20000 2000 1'),
	('geraete_pruefplaene', 'geraete_pruefplaene_einmal', '20000 2000 2 1'),
	('geraete_pruefplaene', 'geraete_pruefplaene_naechste', '20000 2000 4 1'),
	('geraete_pruefungen', 'sqlite_autoindex_geraete_pruefungen_1', '100000 10000 1'),
	('geraete_pruefungen', 'geraete_pruefungen_geraet', '100000 10000 10 2 1'),
	('geraete_pruefungen', 'geraete_pruefungen_bytes', '100000 10000 2'),
	('geraete_pruefdokumente', 'sqlite_autoindex_geraete_pruefdokumente_1', '50000 5000 1');
--> statement-breakpoint
ANALYZE sqlite_schema;
