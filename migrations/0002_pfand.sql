CREATE TABLE `geraete_bewegungen` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`geraet_id` text NOT NULL,
	`art` text NOT NULL,
	`von_status` text NOT NULL,
	`nach_status` text NOT NULL,
	`kunde_id` text,
	`lieferung_id` text,
	`notiz` text,
	`gebucht_von` text NOT NULL,
	`erfasst_am` text NOT NULL,
	`erstellt_am` text NOT NULL,
	`aktualisiert_am` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`),
	FOREIGN KEY (`tenant_id`,`geraet_id`) REFERENCES `geraete`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`tenant_id`,`kunde_id`) REFERENCES `kunden`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`tenant_id`,`lieferung_id`) REFERENCES `lieferungen`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "geraete_bewegungen_art" CHECK("geraete_bewegungen"."art" IN ('ausgabe', 'ruecknahme', 'status'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `geraete_bewegungen_geraet` ON `geraete_bewegungen` (`tenant_id`,`geraet_id`,`id`);--> statement-breakpoint
CREATE INDEX `geraete_bewegungen_kunde` ON `geraete_bewegungen` (`tenant_id`,`kunde_id`,`id`);--> statement-breakpoint
CREATE TABLE `lieferpositionen` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`lieferung_id` text NOT NULL,
	`position` integer NOT NULL,
	`pfandartikel_id` text,
	`geraet_id` text,
	`soll_ausgabe` integer DEFAULT 0 NOT NULL,
	`soll_ruecknahme` integer DEFAULT 0 NOT NULL,
	`ist_ausgabe` integer,
	`ist_ruecknahme` integer,
	`erstellt_am` text NOT NULL,
	`aktualisiert_am` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`),
	FOREIGN KEY (`tenant_id`,`lieferung_id`) REFERENCES `lieferungen`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`tenant_id`,`pfandartikel_id`) REFERENCES `pfandartikel`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`tenant_id`,`geraet_id`) REFERENCES `geraete`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "lieferpositionen_eines" CHECK(("lieferpositionen"."pfandartikel_id" IS NULL) <> ("lieferpositionen"."geraet_id" IS NULL)),
	CONSTRAINT "lieferpositionen_soll" CHECK("lieferpositionen"."soll_ausgabe" >= 0 AND "lieferpositionen"."soll_ruecknahme" >= 0),
	CONSTRAINT "lieferpositionen_ist" CHECK(coalesce("lieferpositionen"."ist_ausgabe", 0) >= 0 AND coalesce("lieferpositionen"."ist_ruecknahme", 0) >= 0)
) STRICT;
--> statement-breakpoint
CREATE INDEX `lieferpositionen_artikel` ON `lieferpositionen` (`tenant_id`,`pfandartikel_id`);--> statement-breakpoint
CREATE INDEX `lieferpositionen_geraet` ON `lieferpositionen` (`tenant_id`,`geraet_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `lieferpositionen_reihe` ON `lieferpositionen` (`tenant_id`,`lieferung_id`,`position`);--> statement-breakpoint
CREATE TABLE `lieferungen` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`kunde_id` text NOT NULL,
	`fahrer_id` text,
	`datum` text NOT NULL,
	`zeit_von` text,
	`zeit_bis` text,
	`reihenfolge` integer DEFAULT 0 NOT NULL,
	`status` text DEFAULT 'geplant' NOT NULL,
	`hinweis` text,
	`notiz` text,
	`empfaenger_name` text,
	`unterschrift` text,
	`grund` text,
	`gestartet_am` text,
	`erfasst_am` text,
	`abgeschlossen_am` text,
	`erstellt_am` text NOT NULL,
	`aktualisiert_am` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`),
	FOREIGN KEY (`tenant_id`,`kunde_id`) REFERENCES `kunden`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`tenant_id`,`fahrer_id`) REFERENCES `mitarbeiter`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "lieferungen_status_erlaubt" CHECK("lieferungen"."status" IN ('geplant', 'unterwegs', 'zugestellt', 'nicht_zugestellt', 'storniert'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `lieferungen_datum` ON `lieferungen` (`tenant_id`,`datum`,`id`);--> statement-breakpoint
CREATE INDEX `lieferungen_tour` ON `lieferungen` (`tenant_id`,`datum`,`fahrer_id`,`reihenfolge`,`id`);--> statement-breakpoint
CREATE INDEX `lieferungen_fahrer` ON `lieferungen` (`tenant_id`,`fahrer_id`,`datum`,`id`);--> statement-breakpoint
CREATE INDEX `lieferungen_kunde` ON `lieferungen` (`tenant_id`,`kunde_id`,`datum`,`id`);--> statement-breakpoint
CREATE INDEX `lieferungen_status` ON `lieferungen` (`tenant_id`,`status`,`datum`,`id`);--> statement-breakpoint
CREATE TABLE `pfandartikel` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`nummer` text NOT NULL,
	`bezeichnung` text NOT NULL,
	`art` text NOT NULL,
	`pfand_cent` integer,
	`ust_klasse` text NOT NULL,
	`barcode` text,
	`aktiv` integer DEFAULT 1 NOT NULL,
	`erstellt_am` text NOT NULL,
	`aktualisiert_am` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`),
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "pfandartikel_art" CHECK("pfandartikel"."art" IN ('einzeln', 'gebinde')),
	CONSTRAINT "pfandartikel_pfand" CHECK(("pfandartikel"."art" = 'einzeln') = ("pfandartikel"."pfand_cent" IS NOT NULL)),
	CONSTRAINT "pfandartikel_pfand_positiv" CHECK("pfandartikel"."pfand_cent" IS NULL OR "pfandartikel"."pfand_cent" >= 0),
	CONSTRAINT "pfandartikel_ust" CHECK("pfandartikel"."ust_klasse" IN ('warenumschliessung', 'transporthilfsmittel')),
	CONSTRAINT "pfandartikel_aktiv" CHECK("pfandartikel"."aktiv" IN (0, 1))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `pfandartikel_barcode` ON `pfandartikel` (`tenant_id`,`barcode`);--> statement-breakpoint
CREATE INDEX `pfandartikel_bezeichnung` ON `pfandartikel` (`tenant_id`,`bezeichnung`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `pfandartikel_nummer` ON `pfandartikel` (`tenant_id`,`nummer`);--> statement-breakpoint
CREATE TABLE `pfandbestandteile` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`gebinde_id` text NOT NULL,
	`pfandartikel_id` text NOT NULL,
	`menge` integer NOT NULL,
	`erstellt_am` text NOT NULL,
	`aktualisiert_am` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`),
	FOREIGN KEY (`tenant_id`,`gebinde_id`) REFERENCES `pfandartikel`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`tenant_id`,`pfandartikel_id`) REFERENCES `pfandartikel`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "pfandbestandteile_menge" CHECK("pfandbestandteile"."menge" > 0)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `pfandbestandteile_einmal` ON `pfandbestandteile` (`tenant_id`,`gebinde_id`,`pfandartikel_id`);--> statement-breakpoint
CREATE TABLE `pfandbuchungen` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`lfd_nr` integer NOT NULL,
	`vorgang_id` text NOT NULL,
	`kunde_id` text NOT NULL,
	`pfandartikel_id` text,
	`geraet_id` text,
	`art` text NOT NULL,
	`menge` integer NOT NULL,
	`betrag_cent` integer NOT NULL,
	`summe_cent` integer NOT NULL,
	`lieferung_id` text,
	`storno_von` text,
	`grund` text,
	`gebucht_von` text NOT NULL,
	`erfasst_am` text NOT NULL,
	`gebucht_am` text NOT NULL,
	`hash` text NOT NULL,
	`erstellt_am` text NOT NULL,
	`aktualisiert_am` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`),
	FOREIGN KEY (`tenant_id`,`kunde_id`) REFERENCES `kunden`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`tenant_id`,`pfandartikel_id`) REFERENCES `pfandartikel`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`tenant_id`,`geraet_id`) REFERENCES `geraete`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`tenant_id`,`lieferung_id`) REFERENCES `lieferungen`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`tenant_id`,`storno_von`) REFERENCES `pfandbuchungen`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "pfandbuchungen_eines" CHECK(("pfandbuchungen"."pfandartikel_id" IS NULL) <> ("pfandbuchungen"."geraet_id" IS NULL)),
	CONSTRAINT "pfandbuchungen_menge" CHECK("pfandbuchungen"."menge" > 0 AND "pfandbuchungen"."betrag_cent" >= 0),
	CONSTRAINT "pfandbuchungen_geraet_einzeln" CHECK("pfandbuchungen"."geraet_id" IS NULL OR "pfandbuchungen"."menge" = 1),
	CONSTRAINT "pfandbuchungen_summe" CHECK("pfandbuchungen"."summe_cent" = "pfandbuchungen"."menge" * "pfandbuchungen"."betrag_cent" * CASE "pfandbuchungen"."art"
        WHEN 'anfangsbestand' THEN 1 WHEN 'ausgabe' THEN 1 WHEN 'korrektur_plus' THEN 1
        WHEN 'ruecknahme' THEN -1 WHEN 'korrektur_minus' THEN -1 END),
	CONSTRAINT "pfandbuchungen_art" CHECK("pfandbuchungen"."art" IN ('anfangsbestand', 'ausgabe', 'ruecknahme', 'korrektur_plus', 'korrektur_minus')),
	CONSTRAINT "pfandbuchungen_grund" CHECK("pfandbuchungen"."grund" IS NOT NULL OR ("pfandbuchungen"."art" NOT IN ('korrektur_plus', 'korrektur_minus') AND "pfandbuchungen"."storno_von" IS NULL))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `pfandbuchungen_storno` ON `pfandbuchungen` (`tenant_id`,`storno_von`) WHERE storno_von IS NOT NULL;--> statement-breakpoint
CREATE INDEX `pfandbuchungen_vorgang` ON `pfandbuchungen` (`tenant_id`,`vorgang_id`,`lfd_nr`);--> statement-breakpoint
CREATE INDEX `pfandbuchungen_kunde` ON `pfandbuchungen` (`tenant_id`,`kunde_id`,`lfd_nr`);--> statement-breakpoint
CREATE INDEX `pfandbuchungen_artikel` ON `pfandbuchungen` (`tenant_id`,`pfandartikel_id`,`lfd_nr`);--> statement-breakpoint
CREATE INDEX `pfandbuchungen_geraet` ON `pfandbuchungen` (`tenant_id`,`geraet_id`,`lfd_nr`);--> statement-breakpoint
CREATE INDEX `pfandbuchungen_lieferung` ON `pfandbuchungen` (`tenant_id`,`lieferung_id`,`lfd_nr`);--> statement-breakpoint
CREATE UNIQUE INDEX `pfandbuchungen_lfd_nr` ON `pfandbuchungen` (`tenant_id`,`lfd_nr`);--> statement-breakpoint
CREATE TABLE `pfandkonten` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`kunde_id` text NOT NULL,
	`pfandartikel_id` text,
	`geraet_id` text,
	`bestand` integer NOT NULL,
	`wert_cent` integer NOT NULL,
	`erstellt_am` text NOT NULL,
	`aktualisiert_am` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`),
	FOREIGN KEY (`tenant_id`,`kunde_id`) REFERENCES `kunden`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `pfandkonten_artikel` ON `pfandkonten` (`tenant_id`,`kunde_id`,`pfandartikel_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `pfandkonten_geraet` ON `pfandkonten` (`tenant_id`,`kunde_id`,`geraet_id`);--> statement-breakpoint
CREATE TABLE `pfandsalden` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`kunde_id` text NOT NULL,
	`wert_cent` integer NOT NULL,
	`negative_konten` integer NOT NULL,
	`erstellt_am` text NOT NULL,
	`aktualisiert_am` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`),
	FOREIGN KEY (`tenant_id`,`kunde_id`) REFERENCES `kunden`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `pfandsalden_kunde` ON `pfandsalden` (`tenant_id`,`kunde_id`);--> statement-breakpoint
CREATE INDEX `pfandsalden_wert` ON `pfandsalden` (`tenant_id`,`wert_cent`,`id`);