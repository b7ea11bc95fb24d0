-- What the company itself holds, and how it counts that. The ledger stays as it is: a trigger of its own adds up what
-- went out and came back of an article since it was last counted.
CREATE TABLE `lagerartikel` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`gezaehlt` integer NOT NULL,
	`gezaehlt_am` text NOT NULL,
	`ausgegeben` integer DEFAULT 0 NOT NULL,
	`zurueckgekommen` integer DEFAULT 0 NOT NULL,
	`zugekauft` integer DEFAULT 0 NOT NULL,
	`verkauft` integer DEFAULT 0 NOT NULL,
	`verschrottet` integer DEFAULT 0 NOT NULL,
	`erstellt_am` text NOT NULL,
	`aktualisiert_am` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`),
	FOREIGN KEY (`tenant_id`,`id`) REFERENCES `pfandartikel`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "lagerartikel_gezaehlt" CHECK("lagerartikel"."gezaehlt" >= 0)
) STRICT;
--> statement-breakpoint
CREATE TABLE `lagerbewegungen` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`pfandartikel_id` text NOT NULL,
	`art` text NOT NULL,
	`menge` integer NOT NULL,
	`bemerkung` text,
	`storno_von` text,
	`erfasst_am` text NOT NULL,
	`gebucht_von` text NOT NULL,
	`erstellt_am` text NOT NULL,
	`aktualisiert_am` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`),
	FOREIGN KEY (`tenant_id`,`pfandartikel_id`) REFERENCES `pfandartikel`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`tenant_id`,`storno_von`) REFERENCES `lagerbewegungen`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "lagerbewegungen_art" CHECK("lagerbewegungen"."art" IN ('zukauf', 'verkauf', 'verschrottung')),
	CONSTRAINT "lagerbewegungen_menge" CHECK("lagerbewegungen"."menge" <> 0 AND ("lagerbewegungen"."menge" < 0) = ("lagerbewegungen"."storno_von" IS NOT NULL))
) STRICT;
--> statement-breakpoint
CREATE INDEX `lagerbewegungen_zeit` ON `lagerbewegungen` (`tenant_id`,`erfasst_am`,`id`);
--> statement-breakpoint
CREATE INDEX `lagerbewegungen_artikel` ON `lagerbewegungen` (`tenant_id`,`pfandartikel_id`,`erfasst_am`,`id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `lagerbewegungen_storno` ON `lagerbewegungen` (`tenant_id`,`storno_von`) WHERE storno_von IS NOT NULL;
--> statement-breakpoint
CREATE TABLE `inventuren` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`bezeichnung` text NOT NULL,
	`mit_geraeten` integer NOT NULL,
	`status` text DEFAULT 'offen' NOT NULL,
	`eroeffnet_von` text NOT NULL,
	`beendet_von` text,
	`beendet_am` text,
	`rest_ist_null` integer DEFAULT 0 NOT NULL,
	`erstellt_am` text NOT NULL,
	`aktualisiert_am` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`),
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "inventuren_status" CHECK("inventuren"."status" IN ('offen', 'abgeschlossen', 'verworfen')),
	CONSTRAINT "inventuren_beendet" CHECK(("inventuren"."status" = 'offen') = ("inventuren"."beendet_am" IS NULL)),
	CONSTRAINT "inventuren_ja_nein" CHECK("inventuren"."mit_geraeten" IN (0, 1) AND "inventuren"."rest_ist_null" IN (0, 1))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `inventuren_eine_offen` ON `inventuren` (`tenant_id`) WHERE status = 'offen';
--> statement-breakpoint
CREATE INDEX `inventuren_stand` ON `inventuren` (`tenant_id`,`status`,`id`);
--> statement-breakpoint
CREATE TABLE `inventurzaehlungen` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`inventur_id` text NOT NULL,
	`erfassung_id` text NOT NULL,
	`pfandartikel_id` text,
	`geraet_id` text,
	`menge` integer NOT NULL,
	`ort` text,
	`erfasst_am` text NOT NULL,
	`gezaehlt_von` text NOT NULL,
	`erstellt_am` text NOT NULL,
	`aktualisiert_am` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`),
	FOREIGN KEY (`tenant_id`,`inventur_id`) REFERENCES `inventuren`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`tenant_id`,`pfandartikel_id`) REFERENCES `pfandartikel`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`tenant_id`,`geraet_id`) REFERENCES `geraete`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "inventurzaehlungen_eines" CHECK(("inventurzaehlungen"."pfandartikel_id" IS NULL) <> ("inventurzaehlungen"."geraet_id" IS NULL)),
	CONSTRAINT "inventurzaehlungen_menge" CHECK("inventurzaehlungen"."menge" >= 0)
) STRICT;
--> statement-breakpoint
CREATE INDEX `inventurzaehlungen_artikel` ON `inventurzaehlungen` (`tenant_id`,`inventur_id`,`pfandartikel_id`,`id`);
--> statement-breakpoint
CREATE INDEX `inventurzaehlungen_reihe` ON `inventurzaehlungen` (`tenant_id`,`inventur_id`,`id`);
--> statement-breakpoint
CREATE INDEX `inventurzaehlungen_person` ON `inventurzaehlungen` (`tenant_id`,`inventur_id`,`gezaehlt_von`,`id`);
--> statement-breakpoint
CREATE INDEX `inventurzaehlungen_erfassung` ON `inventurzaehlungen` (`tenant_id`,`inventur_id`,`erfassung_id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `inventurzaehlungen_geraet` ON `inventurzaehlungen` (`tenant_id`,`inventur_id`,`geraet_id`) WHERE geraet_id IS NOT NULL;
--> statement-breakpoint
CREATE TABLE `inventurpositionen` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`inventur_id` text NOT NULL,
	`position` integer NOT NULL,
	`pfandartikel_id` text,
	`geraet_id` text,
	`nummer` text NOT NULL,
	`bezeichnung` text NOT NULL,
	`gezaehlt` integer NOT NULL,
	`erwartet` integer,
	`seit_am` text,
	`gezaehlt_am` text,
	`waehrend_ausgegeben` integer DEFAULT 0 NOT NULL,
	`waehrend_zurueck` integer DEFAULT 0 NOT NULL,
	`danach_ausgegeben` integer DEFAULT 0 NOT NULL,
	`danach_zurueck` integer DEFAULT 0 NOT NULL,
	`danach_lager` integer DEFAULT 0 NOT NULL,
	`status_vorher` text,
	`status_nachher` text,
	`grund` text,
	`erstellt_am` text NOT NULL,
	`aktualisiert_am` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`),
	FOREIGN KEY (`tenant_id`,`inventur_id`) REFERENCES `inventuren`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`tenant_id`,`pfandartikel_id`) REFERENCES `pfandartikel`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`tenant_id`,`geraet_id`) REFERENCES `geraete`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "inventurpositionen_eines" CHECK(("inventurpositionen"."pfandartikel_id" IS NULL) <> ("inventurpositionen"."geraet_id" IS NULL))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `inventurpositionen_reihe` ON `inventurpositionen` (`tenant_id`,`inventur_id`,`position`);
--> statement-breakpoint
CREATE UNIQUE INDEX `inventurpositionen_geraet` ON `inventurpositionen` (`tenant_id`,`inventur_id`,`geraet_id`) WHERE geraet_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `inventurpositionen_artikel` ON `inventurpositionen` (`tenant_id`,`pfandartikel_id`,`inventur_id`);
--> statement-breakpoint
-- What happened before an article was counted is in the count, however late it is told. A Storno takes back what it
-- reverses, and counts as when that happened; corrections change an account, and move nothing.
CREATE TRIGGER pfandbuchungen_fuehren_lager AFTER INSERT ON pfandbuchungen
WHEN NEW.pfandartikel_id IS NOT NULL AND NEW.art <> 'anfangsbestand'
	AND EXISTS (SELECT 1 FROM lagerartikel l WHERE l.tenant_id = NEW.tenant_id AND l.id = NEW.pfandartikel_id)
BEGIN
	UPDATE lagerartikel SET
		ausgegeben = ausgegeben + iif(w.art = 'ausgabe', w.menge, 0),
		zurueckgekommen = zurueckgekommen + iif(w.art = 'ruecknahme', w.menge, 0),
		aktualisiert_am = NEW.gebucht_am,
		version = version + 1
	FROM (
		SELECT NEW.art AS art, NEW.menge AS menge, NEW.erfasst_am AS erfasst_am WHERE NEW.storno_von IS NULL
		UNION ALL
		SELECT o.art, -o.menge, o.erfasst_am FROM pfandbuchungen o
		WHERE o.tenant_id = NEW.tenant_id AND o.id = NEW.storno_von
	) w
	WHERE lagerartikel.tenant_id = NEW.tenant_id AND lagerartikel.id = NEW.pfandartikel_id
		AND w.art IN ('ausgabe', 'ruecknahme') AND w.erfasst_am > lagerartikel.gezaehlt_am;
END;
--> statement-breakpoint
-- A movement that was booked stays; a mistake is reversed.
CREATE TRIGGER lagerbewegungen_nie_aendern BEFORE UPDATE ON lagerbewegungen
BEGIN
	SELECT RAISE(ABORT, 'Lagerbewegungen werden nie geändert');
END;
--> statement-breakpoint
CREATE TRIGGER lagerbewegungen_nie_loeschen BEFORE DELETE ON lagerbewegungen
BEGIN
	SELECT RAISE(ABORT, 'Lagerbewegungen werden nie gelöscht');
END;
--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
	('lagerartikel', 'sqlite_autoindex_lagerartikel_1', '2000 200 1'),
	('lagerbewegungen', 'sqlite_autoindex_lagerbewegungen_1', '20000 2000 1'),
	('lagerbewegungen', 'lagerbewegungen_zeit', '20000 2000 2 1'),
	('lagerbewegungen', 'lagerbewegungen_artikel', '20000 2000 20 1 1'),
	('lagerbewegungen', 'lagerbewegungen_storno', '200 20 1'),
	('inventuren', 'sqlite_autoindex_inventuren_1', '200 20 1'),
	('inventuren', 'inventuren_eine_offen', '10 1'),
	('inventuren', 'inventuren_stand', '200 20 10 1'),
	('inventurzaehlungen', 'sqlite_autoindex_inventurzaehlungen_1', '200000 20000 1'),
	('inventurzaehlungen', 'inventurzaehlungen_artikel', '200000 20000 1000 5 1'),
	('inventurzaehlungen', 'inventurzaehlungen_reihe', '200000 20000 1000 1'),
	('inventurzaehlungen', 'inventurzaehlungen_person', '200000 20000 1000 200 1'),
	('inventurzaehlungen', 'inventurzaehlungen_erfassung', '200000 20000 1000 2'),
	('inventurzaehlungen', 'inventurzaehlungen_geraet', '50000 5000 500 1'),
	('inventurpositionen', 'sqlite_autoindex_inventurpositionen_1', '100000 10000 1'),
	('inventurpositionen', 'inventurpositionen_reihe', '100000 10000 500 1'),
	('inventurpositionen', 'inventurpositionen_geraet', '50000 5000 250 1'),
	('inventurpositionen', 'inventurpositionen_artikel', '100000 10000 20 1');
--> statement-breakpoint
ANALYZE sqlite_schema;
