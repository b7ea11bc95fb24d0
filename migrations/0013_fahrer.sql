CREATE TABLE `fahrer_einstellungen` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`ungeplant_erlaubt` integer DEFAULT 1 NOT NULL,
	`fehlschlag_gruende` text NOT NULL,
	`erstellt_am` text NOT NULL,
	`aktualisiert_am` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`),
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "fahrer_einstellungen_einmal" CHECK("fahrer_einstellungen"."id" = "fahrer_einstellungen"."tenant_id"),
	CONSTRAINT "fahrer_einstellungen_ungeplant" CHECK("fahrer_einstellungen"."ungeplant_erlaubt" IN (0, 1))
) STRICT;
--> statement-breakpoint
CREATE TABLE `feierabend_positionen` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`feierabend_id` text NOT NULL,
	`position` integer NOT NULL,
	`art` text NOT NULL,
	`pfandartikel_id` text,
	`geraet_id` text,
	`erwartet` integer NOT NULL,
	`gezaehlt` integer NOT NULL,
	`erstellt_am` text NOT NULL,
	`aktualisiert_am` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`),
	FOREIGN KEY (`tenant_id`,`feierabend_id`) REFERENCES `feierabende`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`tenant_id`,`pfandartikel_id`) REFERENCES `pfandartikel`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`tenant_id`,`geraet_id`) REFERENCES `geraete`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "feierabend_positionen_art" CHECK("feierabend_positionen"."art" IN ('leergut', 'ware')),
	CONSTRAINT "feierabend_positionen_eines" CHECK(("feierabend_positionen"."pfandartikel_id" IS NULL) <> ("feierabend_positionen"."geraet_id" IS NULL)),
	CONSTRAINT "feierabend_positionen_mengen" CHECK("feierabend_positionen"."erwartet" >= 0 AND "feierabend_positionen"."gezaehlt" >= 0)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `feierabend_positionen_reihe` ON `feierabend_positionen` (`tenant_id`,`feierabend_id`,`position`);--> statement-breakpoint
CREATE TABLE `feierabende` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`fahrer_id` text NOT NULL,
	`datum` text NOT NULL,
	`bemerkung` text,
	`erfasst_am` text NOT NULL,
	`erstellt_am` text NOT NULL,
	`aktualisiert_am` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`),
	FOREIGN KEY (`tenant_id`,`fahrer_id`) REFERENCES `mitarbeiter`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `feierabende_datum` ON `feierabende` (`tenant_id`,`datum`,`id`);--> statement-breakpoint
CREATE INDEX `feierabende_fahrer` ON `feierabende` (`tenant_id`,`fahrer_id`,`datum`,`id`);--> statement-breakpoint
CREATE TABLE `klaerungen` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`fahrer_id` text,
	`kunde_id` text NOT NULL,
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
	CONSTRAINT "klaerungen_art" CHECK("klaerungen"."art" IN ('start', 'abschluss', 'fehlschlag', 'ungeplant')),
	CONSTRAINT "klaerungen_status_erlaubt" CHECK("klaerungen"."status" IN ('offen', 'gebucht', 'verworfen')),
	CONSTRAINT "klaerungen_entschieden" CHECK(("klaerungen"."status" = 'offen') = ("klaerungen"."entschieden_am" IS NULL))
) STRICT;
--> statement-breakpoint
CREATE INDEX `klaerungen_status` ON `klaerungen` (`tenant_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `klaerungen_kunde` ON `klaerungen` (`tenant_id`,`kunde_id`,`id`);--> statement-breakpoint
CREATE INDEX `klaerungen_lieferung` ON `klaerungen` (`tenant_id`,`lieferung_id`,`id`);--> statement-breakpoint
CREATE TABLE `lieferungen_bilder` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`lieferung_id` text NOT NULL,
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
	FOREIGN KEY (`tenant_id`,`pfandartikel_id`) REFERENCES `pfandartikel`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`tenant_id`,`geraet_id`) REFERENCES `geraete`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "lieferungen_bilder_art" CHECK("lieferungen_bilder"."art" IN ('ort', 'schaden', 'beweis')),
	CONSTRAINT "lieferungen_bilder_eines" CHECK("lieferungen_bilder"."pfandartikel_id" IS NULL OR "lieferungen_bilder"."geraet_id" IS NULL)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `lieferungen_bilder_pfad_unique` ON `lieferungen_bilder` (`pfad`);--> statement-breakpoint
CREATE UNIQUE INDEX `lieferungen_bilder_vorschau_pfad_unique` ON `lieferungen_bilder` (`vorschau_pfad`);--> statement-breakpoint
CREATE INDEX `lieferungen_bilder_bytes` ON `lieferungen_bilder` (`tenant_id`,`bytes`);--> statement-breakpoint
CREATE INDEX `lieferungen_bilder_lieferung` ON `lieferungen_bilder` (`tenant_id`,`lieferung_id`,`id`);--> statement-breakpoint
ALTER TABLE `lieferpositionen` ADD `zustand` text;--> statement-breakpoint
ALTER TABLE `lieferungen` ADD `versuch` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `lieferungen` ADD `ungeplant` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE TRIGGER lieferungen_zugestellt_versuch BEFORE UPDATE OF versuch, ungeplant ON lieferungen
WHEN OLD.status = 'zugestellt'
BEGIN
	SELECT RAISE(ABORT, 'eine zugestellte Lieferung ist unveraenderlich');
END;
--> statement-breakpoint
-- A completion without an id of its own was remembered under its delivery's id, beside the ids that clients make:
-- one of those could be another delivery's, which then could not be completed any more.
UPDATE anfragen SET art = 'lieferungen.abschluss.ohne_id'
WHERE art = 'lieferungen.abschluss' AND EXISTS (
	SELECT 1 FROM lieferungen l
	WHERE l.tenant_id = anfragen.tenant_id AND l.id = anfragen.id AND l.status = 'zugestellt'
);
--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
	('fahrer_einstellungen', 'sqlite_autoindex_fahrer_einstellungen_1', '10 1 1'),
	('feierabend_positionen', 'sqlite_autoindex_feierabend_positionen_1', '500000 50000 1'),
	('feierabend_positionen', 'feierabend_positionen_reihe', '500000 50000 10 1'),
	('feierabende', 'sqlite_autoindex_feierabende_1', '50000 5000 1'),
	('feierabende', 'feierabende_datum', '50000 5000 5 1'),
	('feierabende', 'feierabende_fahrer', '50000 5000 500 1 1'),
	('klaerungen', 'sqlite_autoindex_klaerungen_1', '20000 2000 1'),
	('klaerungen', 'klaerungen_kunde', '20000 2000 2 1'),
	('klaerungen', 'klaerungen_lieferung', '20000 2000 1 1'),
	('klaerungen', 'klaerungen_status', '20000 2000 700 1'),
	('lieferungen_bilder', 'sqlite_autoindex_lieferungen_bilder_1', '300000 30000 1'),
	('lieferungen_bilder', 'lieferungen_bilder_bytes', '300000 30000 2'),
	('lieferungen_bilder', 'lieferungen_bilder_lieferung', '300000 30000 3 1'),
	('lieferungen_bilder', 'lieferungen_bilder_pfad_unique', '300000 1'),
	('lieferungen_bilder', 'lieferungen_bilder_vorschau_pfad_unique', '300000 1');
--> statement-breakpoint
ANALYZE sqlite_schema;
