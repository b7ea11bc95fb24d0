-- A picture may wait with its Klärung until there is a delivery. Nothing refers to this table.
CREATE TABLE `__new_lieferungen_bilder` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`lieferung_id` text,
	`klaerung_id` text,
	`versuch` integer NOT NULL,
	`art` text NOT NULL,
	`pfandartikel_id` text,
	`geraet_id` text,
	`pfad` text NOT NULL,
	`vorschau_pfad` text NOT NULL,
	`titel` text,
	`breite` integer NOT NULL,
	`hoehe` integer NOT NULL,
	`bytes` integer NOT NULL,
	`hochgeladen_von` text,
	`erfasst_am` text NOT NULL,
	`erstellt_am` text NOT NULL,
	`aktualisiert_am` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`),
	FOREIGN KEY (`tenant_id`,`lieferung_id`) REFERENCES `lieferungen`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`tenant_id`,`klaerung_id`) REFERENCES `klaerungen`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`tenant_id`,`pfandartikel_id`) REFERENCES `pfandartikel`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`tenant_id`,`geraet_id`) REFERENCES `geraete`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "lieferungen_bilder_wozu" CHECK("__new_lieferungen_bilder"."lieferung_id" IS NOT NULL OR "__new_lieferungen_bilder"."klaerung_id" IS NOT NULL),
	CONSTRAINT "lieferungen_bilder_art" CHECK("__new_lieferungen_bilder"."art" IN ('ort', 'schaden', 'beweis')),
	CONSTRAINT "lieferungen_bilder_eines" CHECK("__new_lieferungen_bilder"."pfandartikel_id" IS NULL OR "__new_lieferungen_bilder"."geraet_id" IS NULL)
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_lieferungen_bilder`("tenant_id", "id", "lieferung_id", "klaerung_id", "versuch", "art", "pfandartikel_id", "geraet_id", "pfad", "vorschau_pfad", "titel", "breite", "hoehe", "bytes", "hochgeladen_von", "erfasst_am", "erstellt_am", "aktualisiert_am", "version") SELECT "tenant_id", "id", "lieferung_id", NULL, "versuch", "art", "pfandartikel_id", "geraet_id", "pfad", "vorschau_pfad", "titel", "breite", "hoehe", "bytes", "hochgeladen_von", "erfasst_am", "erstellt_am", "aktualisiert_am", "version" FROM `lieferungen_bilder`;--> statement-breakpoint
DROP TABLE `lieferungen_bilder`;--> statement-breakpoint
ALTER TABLE `__new_lieferungen_bilder` RENAME TO `lieferungen_bilder`;--> statement-breakpoint
CREATE UNIQUE INDEX `lieferungen_bilder_pfad_unique` ON `lieferungen_bilder` (`pfad`);--> statement-breakpoint
CREATE UNIQUE INDEX `lieferungen_bilder_vorschau_pfad_unique` ON `lieferungen_bilder` (`vorschau_pfad`);--> statement-breakpoint
CREATE INDEX `lieferungen_bilder_bytes` ON `lieferungen_bilder` (`tenant_id`,`bytes`);--> statement-breakpoint
CREATE INDEX `lieferungen_bilder_lieferung` ON `lieferungen_bilder` (`tenant_id`,`lieferung_id`,`id`);--> statement-breakpoint
CREATE INDEX `lieferungen_bilder_klaerung` ON `lieferungen_bilder` (`tenant_id`,`klaerung_id`,`id`);--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
	('lieferungen_bilder', 'sqlite_autoindex_lieferungen_bilder_1', '300000 30000 1'),
	('lieferungen_bilder', 'lieferungen_bilder_bytes', '300000 30000 2'),
	('lieferungen_bilder', 'lieferungen_bilder_klaerung', '300000 30000 3 1'),
	('lieferungen_bilder', 'lieferungen_bilder_lieferung', '300000 30000 3 1'),
	('lieferungen_bilder', 'lieferungen_bilder_pfad_unique', '300000 1'),
	('lieferungen_bilder', 'lieferungen_bilder_vorschau_pfad_unique', '300000 1');
--> statement-breakpoint
ANALYZE sqlite_schema;
