CREATE TABLE `geraete_suchtexte` (
	`nr` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`text` text NOT NULL,
	`erstellt_am` text NOT NULL,
	`aktualisiert_am` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`tenant_id`,`id`) REFERENCES `geraete`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `geraete_suchtexte_id` ON `geraete_suchtexte` (`tenant_id`,`id`);--> statement-breakpoint
CREATE TABLE `pfandartikel_suchtexte` (
	`nr` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`text` text NOT NULL,
	`erstellt_am` text NOT NULL,
	`aktualisiert_am` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`tenant_id`,`id`) REFERENCES `pfandartikel`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `pfandartikel_suchtexte_id` ON `pfandartikel_suchtexte` (`tenant_id`,`id`);--> statement-breakpoint
CREATE TABLE `pfandbestaende` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`pfandartikel_id` text,
	`bestand` integer NOT NULL,
	`wert_cent` integer NOT NULL,
	`erstellt_am` text NOT NULL,
	`aktualisiert_am` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`),
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`tenant_id`,`pfandartikel_id`) REFERENCES `pfandartikel`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `pfandbestaende_artikel` ON `pfandbestaende` (`tenant_id`,`pfandartikel_id`);--> statement-breakpoint
CREATE TABLE `pfandpruefungen` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`in_ordnung` integer NOT NULL,
	`buchungen` integer NOT NULL,
	`letzter_hash` text,
	`fehler` integer NOT NULL,
	`erstellt_am` text NOT NULL,
	`aktualisiert_am` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`),
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "pfandpruefungen_in_ordnung" CHECK("pfandpruefungen"."in_ordnung" IN (0, 1))
) STRICT;
--> statement-breakpoint
CREATE TABLE `pfandverlauf` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`tag` text NOT NULL,
	`zugang_cent` integer NOT NULL,
	`abgang_cent` integer NOT NULL,
	`erste_nr` integer NOT NULL,
	`letzte_nr` integer NOT NULL,
	`erstellt_am` text NOT NULL,
	`aktualisiert_am` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`),
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `pfandverlauf_tag` ON `pfandverlauf` (`tenant_id`,`tag`);--> statement-breakpoint
ALTER TABLE `geraete` ADD `status_seit` text;--> statement-breakpoint
CREATE INDEX `geraete_status_seit` ON `geraete` (`tenant_id`,`status`,`status_seit`,`id`);--> statement-breakpoint
CREATE INDEX `geraete_typ_nummer` ON `geraete` (`tenant_id`,`typ`,`geraetenummer`);--> statement-breakpoint
CREATE INDEX `geraete_typ_bezeichnung` ON `geraete` (`tenant_id`,`typ`,`bezeichnung`,`id`);--> statement-breakpoint
ALTER TABLE `pfandkonten` ADD `seit_am` text;--> statement-breakpoint
ALTER TABLE `pfandsalden` ADD `seit_am` text;--> statement-breakpoint
CREATE INDEX `pfandsalden_seit` ON `pfandsalden` (`tenant_id`,`seit_am`,`id`,`wert_cent`);--> statement-breakpoint
CREATE INDEX `pfandbuchungen_person` ON `pfandbuchungen` (`tenant_id`,`gebucht_von`,`lfd_nr`);--> statement-breakpoint
CREATE INDEX `pfandbuchungen_selten` ON `pfandbuchungen` (`tenant_id`,`art`,`lfd_nr`) WHERE art IN ('anfangsbestand', 'korrektur_plus', 'korrektur_minus');
--> statement-breakpoint
-- As for customers (0004, 0008): an approximation of lib/fold.ts for what is there already; each word behind its tenant's id.
INSERT INTO geraete_suchtexte (tenant_id, id, text, erstellt_am, aktualisiert_am)
SELECT tenant_id, id, trim(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(lower(concat_ws(' ', geraetenummer, bezeichnung, typ, seriennummer, barcode)), 'Ä', 'a'), 'ä', 'a'), 'Ö', 'o'), 'ö', 'o'), 'Ü', 'u'), 'ü', 'u'), 'ß', 'ss'), 'ae', 'a'), 'oe', 'o'), 'ue', 'u'), '-', ' '), '.', ' '), ',', ' '), '/', ' '), '@', ' '), '+', ' '), '(', ' '), ')', ' '), '&', ' '), '_', ' '), '"', ' '), '\', ' '), '×', ' '), ':', ' '), ';', ' '), '#', ' '), '*', ' '), '%', ' '), '''', ' '), '  ', ' '), '  ', ' ')), erstellt_am, aktualisiert_am
FROM geraete;
--> statement-breakpoint
CREATE VIEW geraete_suchinhalt AS
SELECT nr, replace(tenant_id, '-', '') || replace(text, ' ', ' ' || replace(tenant_id, '-', '')) AS text
FROM geraete_suchtexte;
--> statement-breakpoint
CREATE VIRTUAL TABLE geraete_suche USING fts5 (
	text, content = 'geraete_suchinhalt', content_rowid = 'nr',
	tokenize = 'unicode61 remove_diacritics 0 tokenchars _', detail = 'none', columnsize = 0,
	prefix = '33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63'
);
--> statement-breakpoint
INSERT INTO geraete_suche (geraete_suche, rank) VALUES ('secure-delete', 1);
--> statement-breakpoint
INSERT INTO geraete_suche (geraete_suche) VALUES ('rebuild');
--> statement-breakpoint
CREATE TRIGGER geraete_suche_neu AFTER INSERT ON geraete_suchtexte
BEGIN
	INSERT INTO geraete_suche (rowid, text) SELECT nr, text FROM geraete_suchinhalt WHERE nr = NEW.nr;
END;
--> statement-breakpoint
CREATE TRIGGER geraete_suche_weg BEFORE DELETE ON geraete_suchtexte
BEGIN
	INSERT INTO geraete_suche (geraete_suche, rowid, text) SELECT 'delete', nr, text FROM geraete_suchinhalt WHERE nr = OLD.nr;
END;
--> statement-breakpoint
CREATE TRIGGER geraete_suche_geht BEFORE UPDATE OF text ON geraete_suchtexte
BEGIN
	INSERT INTO geraete_suche (geraete_suche, rowid, text) SELECT 'delete', nr, text FROM geraete_suchinhalt WHERE nr = OLD.nr;
END;
--> statement-breakpoint
CREATE TRIGGER geraete_suche_kommt AFTER UPDATE OF text ON geraete_suchtexte
BEGIN
	INSERT INTO geraete_suche (rowid, text) SELECT nr, text FROM geraete_suchinhalt WHERE nr = NEW.nr;
END;
--> statement-breakpoint
INSERT INTO pfandartikel_suchtexte (tenant_id, id, text, erstellt_am, aktualisiert_am)
SELECT tenant_id, id, trim(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(lower(concat_ws(' ', nummer, bezeichnung, barcode)), 'Ä', 'a'), 'ä', 'a'), 'Ö', 'o'), 'ö', 'o'), 'Ü', 'u'), 'ü', 'u'), 'ß', 'ss'), 'ae', 'a'), 'oe', 'o'), 'ue', 'u'), '-', ' '), '.', ' '), ',', ' '), '/', ' '), '@', ' '), '+', ' '), '(', ' '), ')', ' '), '&', ' '), '_', ' '), '"', ' '), '\', ' '), '×', ' '), ':', ' '), ';', ' '), '#', ' '), '*', ' '), '%', ' '), '''', ' '), '  ', ' '), '  ', ' ')), erstellt_am, aktualisiert_am
FROM pfandartikel;
--> statement-breakpoint
CREATE VIEW pfandartikel_suchinhalt AS
SELECT nr, replace(tenant_id, '-', '') || replace(text, ' ', ' ' || replace(tenant_id, '-', '')) AS text
FROM pfandartikel_suchtexte;
--> statement-breakpoint
CREATE VIRTUAL TABLE pfandartikel_suche USING fts5 (
	text, content = 'pfandartikel_suchinhalt', content_rowid = 'nr',
	tokenize = 'unicode61 remove_diacritics 0 tokenchars _', detail = 'none', columnsize = 0,
	prefix = '33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63'
);
--> statement-breakpoint
INSERT INTO pfandartikel_suche (pfandartikel_suche, rank) VALUES ('secure-delete', 1);
--> statement-breakpoint
INSERT INTO pfandartikel_suche (pfandartikel_suche) VALUES ('rebuild');
--> statement-breakpoint
CREATE TRIGGER pfandartikel_suche_neu AFTER INSERT ON pfandartikel_suchtexte
BEGIN
	INSERT INTO pfandartikel_suche (rowid, text) SELECT nr, text FROM pfandartikel_suchinhalt WHERE nr = NEW.nr;
END;
--> statement-breakpoint
CREATE TRIGGER pfandartikel_suche_weg BEFORE DELETE ON pfandartikel_suchtexte
BEGIN
	INSERT INTO pfandartikel_suche (pfandartikel_suche, rowid, text) SELECT 'delete', nr, text FROM pfandartikel_suchinhalt WHERE nr = OLD.nr;
END;
--> statement-breakpoint
CREATE TRIGGER pfandartikel_suche_geht BEFORE UPDATE OF text ON pfandartikel_suchtexte
BEGIN
	INSERT INTO pfandartikel_suche (pfandartikel_suche, rowid, text) SELECT 'delete', nr, text FROM pfandartikel_suchinhalt WHERE nr = OLD.nr;
END;
--> statement-breakpoint
CREATE TRIGGER pfandartikel_suche_kommt AFTER UPDATE OF text ON pfandartikel_suchtexte
BEGIN
	INSERT INTO pfandartikel_suche (rowid, text) SELECT nr, text FROM pfandartikel_suchinhalt WHERE nr = NEW.nr;
END;
--> statement-breakpoint
UPDATE geraete SET status_seit = coalesce((
	SELECT b.erstellt_am FROM geraete_bewegungen b
	WHERE b.tenant_id = geraete.tenant_id AND b.geraet_id = geraete.id ORDER BY b.id DESC LIMIT 1
), erstellt_am);
--> statement-breakpoint
-- How old a balance is: going back from the newest, the issue that reaches what is still there brought the oldest
-- piece of it (first in, first out). What was reversed, and what reversed it, counts as never booked.
UPDATE pfandkonten SET seit_am = (
	SELECT w.erfasst_am FROM (
		SELECT b.erfasst_am, sum(b.menge) OVER (ORDER BY b.lfd_nr DESC) AS stueck
		FROM pfandbuchungen b
		WHERE b.tenant_id = pfandkonten.tenant_id AND b.kunde_id = pfandkonten.kunde_id
			AND +b.pfandartikel_id IS pfandkonten.pfandartikel_id AND +b.geraet_id IS pfandkonten.geraet_id
			AND b.art IN ('anfangsbestand', 'ausgabe', 'korrektur_plus') AND b.storno_von IS NULL
			AND NOT EXISTS (SELECT 1 FROM pfandbuchungen s WHERE s.tenant_id = b.tenant_id AND s.storno_von = b.id)
		ORDER BY b.lfd_nr DESC
	) w WHERE w.stueck >= pfandkonten.bestand LIMIT 1
) WHERE bestand > 0;
--> statement-breakpoint
UPDATE pfandsalden SET seit_am = (
	SELECT min(k.seit_am) FROM pfandkonten k
	WHERE k.tenant_id = pfandsalden.tenant_id AND k.kunde_id = pfandsalden.kunde_id
);
--> statement-breakpoint
DROP TRIGGER pfandbuchungen_fuehren_konten;
--> statement-breakpoint
CREATE TRIGGER pfandbuchungen_fuehren_konten AFTER INSERT ON pfandbuchungen
BEGIN
	INSERT INTO pfandkonten (tenant_id, id, kunde_id, pfandartikel_id, geraet_id, bestand, wert_cent, erstellt_am, aktualisiert_am)
	SELECT NEW.tenant_id, NEW.id, NEW.kunde_id, NEW.pfandartikel_id, NEW.geraet_id, 0, 0, NEW.gebucht_am, NEW.gebucht_am
	WHERE NOT EXISTS (
		SELECT 1 FROM pfandkonten k WHERE k.tenant_id = NEW.tenant_id AND k.kunde_id = NEW.kunde_id
			AND k.pfandartikel_id = NEW.pfandartikel_id
		UNION ALL
		SELECT 1 FROM pfandkonten k WHERE k.tenant_id = NEW.tenant_id AND k.kunde_id = NEW.kunde_id
			AND k.geraet_id = NEW.geraet_id
	);
	UPDATE pfandkonten SET
		bestand = bestand + CASE WHEN NEW.art IN ('anfangsbestand', 'ausgabe', 'korrektur_plus') THEN NEW.menge ELSE -NEW.menge END,
		wert_cent = wert_cent + NEW.summe_cent,
		aktualisiert_am = NEW.gebucht_am,
		version = version + 1
	WHERE tenant_id = NEW.tenant_id AND kunde_id = NEW.kunde_id
		AND pfandartikel_id IS NEW.pfandartikel_id AND geraet_id IS NEW.geraet_id;
	-- What goes out makes nothing older or younger that is there already.
	UPDATE pfandkonten SET seit_am = CASE WHEN bestand > 0 THEN (
	SELECT w.erfasst_am FROM (
		SELECT b.erfasst_am, sum(b.menge) OVER (ORDER BY b.lfd_nr DESC) AS stueck
		FROM pfandbuchungen b
		WHERE b.tenant_id = NEW.tenant_id AND b.kunde_id = NEW.kunde_id
			AND +b.pfandartikel_id IS NEW.pfandartikel_id AND +b.geraet_id IS NEW.geraet_id
			AND b.art IN ('anfangsbestand', 'ausgabe', 'korrektur_plus') AND b.storno_von IS NULL
			AND NOT EXISTS (SELECT 1 FROM pfandbuchungen s WHERE s.tenant_id = b.tenant_id AND s.storno_von = b.id)
		ORDER BY b.lfd_nr DESC
	) w WHERE w.stueck >= pfandkonten.bestand LIMIT 1
	) END
	WHERE tenant_id = NEW.tenant_id AND kunde_id = NEW.kunde_id
		AND pfandartikel_id IS NEW.pfandartikel_id AND geraet_id IS NEW.geraet_id
		AND NOT (seit_am IS NOT NULL AND NEW.storno_von IS NULL AND NEW.art IN ('anfangsbestand', 'ausgabe', 'korrektur_plus'));
	INSERT INTO pfandsalden (tenant_id, id, kunde_id, wert_cent, negative_konten, erstellt_am, aktualisiert_am)
	SELECT NEW.tenant_id, NEW.id, NEW.kunde_id, 0, 0, NEW.gebucht_am, NEW.gebucht_am
	WHERE NOT EXISTS (SELECT 1 FROM pfandsalden s WHERE s.tenant_id = NEW.tenant_id AND s.kunde_id = NEW.kunde_id);
	UPDATE pfandsalden SET
		wert_cent = wert_cent + NEW.summe_cent,
		(negative_konten, seit_am) = (
			SELECT count(*) FILTER (WHERE iif(k.geraet_id IS NULL, k.bestand, k.wert_cent) < 0), min(k.seit_am)
			FROM pfandkonten k WHERE k.tenant_id = NEW.tenant_id AND k.kunde_id = NEW.kunde_id
		),
		aktualisiert_am = NEW.gebucht_am,
		version = version + 1
	WHERE tenant_id = NEW.tenant_id AND kunde_id = NEW.kunde_id;
END;
--> statement-breakpoint
INSERT INTO pfandverlauf (tenant_id, id, tag, zugang_cent, abgang_cent, erste_nr, letzte_nr, erstellt_am, aktualisiert_am, version)
SELECT b.tenant_id, a.id, b.tag, b.zugang, b.abgang, b.erste_nr, b.letzte_nr, a.gebucht_am, z.gebucht_am, b.anzahl
FROM (
	SELECT tenant_id, substr(gebucht_am, 1, 10) AS tag, sum(max(summe_cent, 0)) AS zugang, sum(max(-summe_cent, 0)) AS abgang,
		min(lfd_nr) AS erste_nr, max(lfd_nr) AS letzte_nr, count(*) AS anzahl
	FROM pfandbuchungen GROUP BY tenant_id, tag
) b
JOIN pfandbuchungen a ON a.tenant_id = b.tenant_id AND a.lfd_nr = b.erste_nr
JOIN pfandbuchungen z ON z.tenant_id = b.tenant_id AND z.lfd_nr = b.letzte_nr;
--> statement-breakpoint
INSERT INTO pfandbestaende (tenant_id, id, pfandartikel_id, bestand, wert_cent, erstellt_am, aktualisiert_am, version)
SELECT b.tenant_id, a.id, b.pfandartikel_id, b.bestand, b.wert_cent, a.gebucht_am, z.gebucht_am, b.anzahl + 1
FROM (
	SELECT tenant_id, pfandartikel_id, sum(CASE WHEN art IN ('anfangsbestand', 'ausgabe', 'korrektur_plus') THEN menge ELSE -menge END) AS bestand,
		sum(summe_cent) AS wert_cent, min(lfd_nr) AS erste_nr, max(lfd_nr) AS letzte_nr, count(*) AS anzahl
	FROM pfandbuchungen GROUP BY tenant_id, pfandartikel_id
) b
JOIN pfandbuchungen a ON a.tenant_id = b.tenant_id AND a.lfd_nr = b.erste_nr
JOIN pfandbuchungen z ON z.tenant_id = b.tenant_id AND z.lfd_nr = b.letzte_nr;
--> statement-breakpoint
CREATE TRIGGER pfandbuchungen_fuehren_summen AFTER INSERT ON pfandbuchungen
BEGIN
	INSERT INTO pfandverlauf (tenant_id, id, tag, zugang_cent, abgang_cent, erste_nr, letzte_nr, erstellt_am, aktualisiert_am)
	VALUES (NEW.tenant_id, NEW.id, substr(NEW.gebucht_am, 1, 10), max(NEW.summe_cent, 0), max(-NEW.summe_cent, 0),
		NEW.lfd_nr, NEW.lfd_nr, NEW.gebucht_am, NEW.gebucht_am)
	ON CONFLICT (tenant_id, tag) DO UPDATE SET
		zugang_cent = zugang_cent + excluded.zugang_cent,
		abgang_cent = abgang_cent + excluded.abgang_cent,
		letzte_nr = excluded.letzte_nr,
		aktualisiert_am = excluded.aktualisiert_am,
		version = version + 1;
	INSERT INTO pfandbestaende (tenant_id, id, pfandartikel_id, bestand, wert_cent, erstellt_am, aktualisiert_am)
	SELECT NEW.tenant_id, NEW.id, NEW.pfandartikel_id, 0, 0, NEW.gebucht_am, NEW.gebucht_am
	WHERE NOT EXISTS (
		SELECT 1 FROM pfandbestaende s WHERE s.tenant_id = NEW.tenant_id AND s.pfandartikel_id IS NEW.pfandartikel_id
	);
	UPDATE pfandbestaende SET
		bestand = bestand + CASE WHEN NEW.art IN ('anfangsbestand', 'ausgabe', 'korrektur_plus') THEN NEW.menge ELSE -NEW.menge END,
		wert_cent = wert_cent + NEW.summe_cent,
		aktualisiert_am = NEW.gebucht_am,
		version = version + 1
	WHERE tenant_id = NEW.tenant_id AND pfandartikel_id IS NEW.pfandartikel_id;
END;
--> statement-breakpoint
-- A new index starts without figures (0006).
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
	('geraete', 'geraete_status_seit', '100000 10000 2000 2 1'),
	('geraete', 'geraete_typ_nummer', '100000 10000 1000 1'),
	('geraete', 'geraete_typ_bezeichnung', '100000 10000 1000 100 1'),
	('geraete_suchtexte', 'geraete_suchtexte_id', '100000 10000 1'),
	('pfandartikel_suchtexte', 'pfandartikel_suchtexte_id', '2000 200 1'),
	('pfandbestaende', 'sqlite_autoindex_pfandbestaende_1', '1000 100 1'),
	('pfandbestaende', 'pfandbestaende_artikel', '1000 100 1'),
	('pfandbuchungen', 'pfandbuchungen_person', '5000000 500000 50000 1'),
	('pfandbuchungen', 'pfandbuchungen_selten', '50000 5000 2000 1'),
	('pfandpruefungen', 'sqlite_autoindex_pfandpruefungen_1', '1000 100 1'),
	('pfandsalden', 'pfandsalden_seit', '1000000 100000 2 1 1'),
	('pfandverlauf', 'sqlite_autoindex_pfandverlauf_1', '10000 1000 1'),
	('pfandverlauf', 'pfandverlauf_tag', '10000 1000 1');
--> statement-breakpoint
ANALYZE sqlite_schema;
