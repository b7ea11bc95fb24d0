CREATE TABLE `abrechnungen` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`nummer` text NOT NULL,
	`jahr` integer NOT NULL,
	`lfd_nr` integer NOT NULL,
	`art` text NOT NULL,
	`storno_von` text,
	`grund` text,
	`kunde_id` text NOT NULL,
	`lieferung_id` text,
	`datum` text NOT NULL,
	`von` text NOT NULL,
	`bis` text NOT NULL,
	`anfang_cent` integer NOT NULL,
	`summe_cent` integer NOT NULL,
	`netto_cent` integer NOT NULL,
	`ust_cent` integer NOT NULL,
	`preise` text NOT NULL,
	`ust_verfahren` text NOT NULL,
	`erstellt_von` text NOT NULL,
	`erstellt_am` text NOT NULL,
	`aktualisiert_am` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`),
	FOREIGN KEY (`tenant_id`,`kunde_id`) REFERENCES `kunden`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`tenant_id`,`lieferung_id`) REFERENCES `lieferungen`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`tenant_id`,`storno_von`) REFERENCES `abrechnungen`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "abrechnungen_art" CHECK("abrechnungen"."art" IN ('abrechnung', 'storno')),
	CONSTRAINT "abrechnungen_storno_hat_grund" CHECK(("abrechnungen"."art" = 'storno') = ("abrechnungen"."storno_von" IS NOT NULL) AND ("abrechnungen"."art" = 'storno') = ("abrechnungen"."grund" IS NOT NULL)),
	CONSTRAINT "abrechnungen_geht_auf" CHECK("abrechnungen"."summe_cent" = "abrechnungen"."netto_cent" + CASE "abrechnungen"."preise" WHEN 'brutto' THEN "abrechnungen"."ust_cent" ELSE 0 END),
	CONSTRAINT "abrechnungen_preise" CHECK("abrechnungen"."preise" IN ('netto', 'brutto')),
	CONSTRAINT "abrechnungen_verfahren" CHECK("abrechnungen"."ust_verfahren" IN ('laufend', 'jahresausgleich')),
	CONSTRAINT "abrechnungen_zeitraum" CHECK("abrechnungen"."von" <= "abrechnungen"."bis")
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `abrechnungen_storno` ON `abrechnungen` (`tenant_id`,`storno_von`) WHERE storno_von IS NOT NULL;--> statement-breakpoint
CREATE INDEX `abrechnungen_kunde` ON `abrechnungen` (`tenant_id`,`kunde_id`,`datum`,`id`);--> statement-breakpoint
CREATE INDEX `abrechnungen_datum` ON `abrechnungen` (`tenant_id`,`datum`,`id`);--> statement-breakpoint
CREATE INDEX `abrechnungen_bis` ON `abrechnungen` (`tenant_id`,`bis`,`id`);--> statement-breakpoint
CREATE INDEX `abrechnungen_lieferung` ON `abrechnungen` (`tenant_id`,`lieferung_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `abrechnungen_lfd_nr` ON `abrechnungen` (`tenant_id`,`jahr`,`lfd_nr`);--> statement-breakpoint
CREATE UNIQUE INDEX `abrechnungen_nummer` ON `abrechnungen` (`tenant_id`,`nummer`);--> statement-breakpoint
CREATE TABLE `abrechnungsbuchungen` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`abrechnung_id` text NOT NULL,
	`buchung_id` text NOT NULL,
	`gilt` integer DEFAULT 1 NOT NULL,
	`erstellt_am` text NOT NULL,
	`aktualisiert_am` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`),
	FOREIGN KEY (`tenant_id`,`abrechnung_id`) REFERENCES `abrechnungen`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`tenant_id`,`buchung_id`) REFERENCES `pfandbuchungen`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "abrechnungsbuchungen_gilt" CHECK("abrechnungsbuchungen"."gilt" IN (0, 1))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `abrechnungsbuchungen_einmal` ON `abrechnungsbuchungen` (`tenant_id`,`buchung_id`) WHERE gilt = 1;--> statement-breakpoint
CREATE INDEX `abrechnungsbuchungen_abrechnung` ON `abrechnungsbuchungen` (`tenant_id`,`abrechnung_id`,`buchung_id`);--> statement-breakpoint
CREATE TABLE `abrechnungspositionen` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`abrechnung_id` text NOT NULL,
	`position` integer NOT NULL,
	`pfandartikel_id` text,
	`geraet_id` text,
	`nummer` text NOT NULL,
	`bezeichnung` text NOT NULL,
	`klasse` text NOT NULL,
	`satz` integer,
	`betrag_cent` integer NOT NULL,
	`ausgabe` integer NOT NULL,
	`ruecknahme` integer NOT NULL,
	`korrektur` integer NOT NULL,
	`summe_cent` integer NOT NULL,
	`erstellt_am` text NOT NULL,
	`aktualisiert_am` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`),
	FOREIGN KEY (`tenant_id`,`abrechnung_id`) REFERENCES `abrechnungen`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "abrechnungspositionen_klasse" CHECK("abrechnungspositionen"."klasse" IN ('warenumschliessung', 'transporthilfsmittel', 'geraetepfand', 'kaution')),
	CONSTRAINT "abrechnungspositionen_eines" CHECK(("abrechnungspositionen"."pfandartikel_id" IS NULL) <> ("abrechnungspositionen"."geraet_id" IS NULL)),
	CONSTRAINT "abrechnungspositionen_summe" CHECK("abrechnungspositionen"."summe_cent" = "abrechnungspositionen"."betrag_cent" * ("abrechnungspositionen"."ausgabe" - "abrechnungspositionen"."ruecknahme" + "abrechnungspositionen"."korrektur"))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `abrechnungspositionen_reihe` ON `abrechnungspositionen` (`tenant_id`,`abrechnung_id`,`position`);--> statement-breakpoint
CREATE TABLE `abrechnungssteuern` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`abrechnung_id` text NOT NULL,
	`position` integer NOT NULL,
	`klasse` text NOT NULL,
	`satz` integer,
	`netto_cent` integer NOT NULL,
	`ust_cent` integer NOT NULL,
	`erstellt_am` text NOT NULL,
	`aktualisiert_am` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`),
	FOREIGN KEY (`tenant_id`,`abrechnung_id`) REFERENCES `abrechnungen`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "abrechnungssteuern_klasse" CHECK("abrechnungssteuern"."klasse" IN ('warenumschliessung', 'transporthilfsmittel', 'geraetepfand', 'kaution'))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `abrechnungssteuern_reihe` ON `abrechnungssteuern` (`tenant_id`,`abrechnung_id`,`position`);--> statement-breakpoint
CREATE TABLE `offene_buchungen` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`kunde_id` text NOT NULL,
	`erfasst_am` text NOT NULL,
	`erstellt_am` text NOT NULL,
	`aktualisiert_am` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`),
	FOREIGN KEY (`tenant_id`,`id`) REFERENCES `pfandbuchungen`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `offene_buchungen_kunde` ON `offene_buchungen` (`tenant_id`,`kunde_id`,`erfasst_am`);--> statement-breakpoint
ALTER TABLE `geraete` ADD `pfandform` text DEFAULT 'kaution' NOT NULL CHECK ("pfandform" IN ('pfand', 'kaution'));--> statement-breakpoint
ALTER TABLE `kunden` ADD `debitor_nr` integer;--> statement-breakpoint
ALTER TABLE `pfandartikel` ADD `steuersatz` text DEFAULT 'regel' NOT NULL CHECK ("steuersatz" IN ('regel', 'ermaessigt', 'keine'));--> statement-breakpoint
ALTER TABLE `tenants` ADD `steuernummer` text;--> statement-breakpoint
ALTER TABLE `tenants` ADD `iban` text;--> statement-breakpoint
ALTER TABLE `tenants` ADD `preise` text DEFAULT 'netto' NOT NULL CHECK ("preise" IN ('netto', 'brutto'));--> statement-breakpoint
ALTER TABLE `tenants` ADD `ust_verfahren` text DEFAULT 'laufend' NOT NULL CHECK ("ust_verfahren" IN ('laufend', 'jahresausgleich'));--> statement-breakpoint
ALTER TABLE `tenants` ADD `einspruchsfrist_tage` integer DEFAULT 8 NOT NULL CHECK ("einspruchsfrist_tage" BETWEEN 0 AND 365);--> statement-breakpoint
ALTER TABLE `tenants` ADD `abrechnung_nach_nr` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `pfandbuchungen_fruehere_saetze` ON `pfandbuchungen` (`tenant_id`,`kunde_id`) WHERE erfasst_am < '2021-01-02';
--> statement-breakpoint
-- What was booked up to now, the company has settled in its own way: it is where the first settlement begins.
UPDATE tenants SET abrechnung_nach_nr = coalesce(
	(SELECT max(lfd_nr) FROM pfandbuchungen b WHERE b.tenant_id = tenants.tenant_id), 0);
--> statement-breakpoint
CREATE TRIGGER pfandbuchungen_sind_offen AFTER INSERT ON pfandbuchungen
WHEN NEW.lfd_nr > (SELECT abrechnung_nach_nr FROM tenants WHERE id = NEW.tenant_id)
BEGIN
	INSERT INTO offene_buchungen (tenant_id, id, kunde_id, erfasst_am, erstellt_am, aktualisiert_am)
	VALUES (NEW.tenant_id, NEW.id, NEW.kunde_id, NEW.erfasst_am, NEW.erstellt_am, NEW.erstellt_am);
END;
--> statement-breakpoint
CREATE TRIGGER abrechnungen_nie_aendern BEFORE UPDATE ON abrechnungen
BEGIN
	SELECT RAISE(ABORT, 'eine Abrechnung ist unveraenderlich');
END;
--> statement-breakpoint
CREATE TRIGGER abrechnungen_nie_loeschen BEFORE DELETE ON abrechnungen
BEGIN
	SELECT RAISE(ABORT, 'eine Abrechnung ist unveraenderlich');
END;
--> statement-breakpoint
CREATE TRIGGER abrechnungen_lueckenlos BEFORE INSERT ON abrechnungen
WHEN NEW.lfd_nr <> 1 + coalesce(
	(SELECT max(lfd_nr) FROM abrechnungen WHERE tenant_id = NEW.tenant_id AND jahr = NEW.jahr), 0)
BEGIN
	SELECT RAISE(ABORT, 'die Nummern der Abrechnungen haetten eine Luecke');
END;
--> statement-breakpoint
CREATE TRIGGER abrechnungen_storno_genau BEFORE INSERT ON abrechnungen
WHEN NEW.art = 'storno' AND NOT EXISTS (
	SELECT 1 FROM abrechnungen a
	WHERE a.tenant_id = NEW.tenant_id AND a.id = NEW.storno_von AND a.art = 'abrechnung' AND a.kunde_id = NEW.kunde_id
		AND a.summe_cent = -NEW.summe_cent AND a.netto_cent = -NEW.netto_cent AND a.ust_cent = -NEW.ust_cent
)
BEGIN
	SELECT RAISE(ABORT, 'ein Gegenbeleg hebt genau eine Abrechnung auf');
END;
--> statement-breakpoint
-- Its bookings are open again, for the next settlement.
CREATE TRIGGER abrechnungen_storno_wirkt AFTER INSERT ON abrechnungen WHEN NEW.art = 'storno'
BEGIN
	UPDATE abrechnungsbuchungen SET gilt = 0, aktualisiert_am = NEW.erstellt_am, version = version + 1
	WHERE tenant_id = NEW.tenant_id AND abrechnung_id = NEW.storno_von;
END;
--> statement-breakpoint
CREATE TRIGGER abrechnungspositionen_nie_aendern BEFORE UPDATE ON abrechnungspositionen
BEGIN
	SELECT RAISE(ABORT, 'eine Abrechnung ist unveraenderlich');
END;
--> statement-breakpoint
CREATE TRIGGER abrechnungspositionen_nie_loeschen BEFORE DELETE ON abrechnungspositionen
BEGIN
	SELECT RAISE(ABORT, 'eine Abrechnung ist unveraenderlich');
END;
--> statement-breakpoint
CREATE TRIGGER abrechnungssteuern_nie_aendern BEFORE UPDATE ON abrechnungssteuern
BEGIN
	SELECT RAISE(ABORT, 'eine Abrechnung ist unveraenderlich');
END;
--> statement-breakpoint
CREATE TRIGGER abrechnungssteuern_nie_loeschen BEFORE DELETE ON abrechnungssteuern
BEGIN
	SELECT RAISE(ABORT, 'eine Abrechnung ist unveraenderlich');
END;
--> statement-breakpoint
-- Every booking stands in one settlement that counts, or is open: never both, never in two.
CREATE TRIGGER abrechnungsbuchungen_nur_offene BEFORE INSERT ON abrechnungsbuchungen
WHEN NEW.gilt = 1 AND NOT EXISTS (
	SELECT 1 FROM offene_buchungen o
	JOIN abrechnungen a ON a.tenant_id = o.tenant_id AND a.id = NEW.abrechnung_id AND a.kunde_id = o.kunde_id
		AND a.art = 'abrechnung'
	WHERE o.tenant_id = NEW.tenant_id AND o.id = NEW.buchung_id
)
BEGIN
	SELECT RAISE(ABORT, 'diese Buchung steht schon in einer Abrechnung');
END;
--> statement-breakpoint
CREATE TRIGGER abrechnungsbuchungen_rechnen_ab AFTER INSERT ON abrechnungsbuchungen WHEN NEW.gilt = 1
BEGIN
	DELETE FROM offene_buchungen WHERE tenant_id = NEW.tenant_id AND id = NEW.buchung_id;
END;
--> statement-breakpoint
CREATE TRIGGER abrechnungsbuchungen_nur_aufheben BEFORE UPDATE ON abrechnungsbuchungen
WHEN OLD.gilt <> 1 OR NEW.gilt <> 0 OR NEW.tenant_id <> OLD.tenant_id OR NEW.id <> OLD.id
	OR NEW.abrechnung_id <> OLD.abrechnung_id OR NEW.buchung_id <> OLD.buchung_id
	OR NOT EXISTS (
		SELECT 1 FROM abrechnungen s WHERE s.tenant_id = OLD.tenant_id AND s.storno_von = OLD.abrechnung_id
	)
BEGIN
	SELECT RAISE(ABORT, 'eine Abrechnung ist unveraenderlich');
END;
--> statement-breakpoint
CREATE TRIGGER abrechnungsbuchungen_wieder_offen AFTER UPDATE OF gilt ON abrechnungsbuchungen
BEGIN
	INSERT INTO offene_buchungen (tenant_id, id, kunde_id, erfasst_am, erstellt_am, aktualisiert_am)
	SELECT tenant_id, id, kunde_id, erfasst_am, erstellt_am, erstellt_am FROM pfandbuchungen
	WHERE tenant_id = NEW.tenant_id AND id = NEW.buchung_id;
END;
--> statement-breakpoint
CREATE TRIGGER abrechnungsbuchungen_nie_loeschen BEFORE DELETE ON abrechnungsbuchungen
BEGIN
	SELECT RAISE(ABORT, 'eine Abrechnung ist unveraenderlich');
END;
--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
	('abrechnungen', 'sqlite_autoindex_abrechnungen_1', '500000 50000 1'),
	('abrechnungen', 'abrechnungen_bis', '500000 50000 100 1'),
	('abrechnungen', 'abrechnungen_datum', '500000 50000 100 1'),
	('abrechnungen', 'abrechnungen_kunde', '500000 50000 50 1 1'),
	('abrechnungen', 'abrechnungen_lfd_nr', '500000 50000 10000 1'),
	('abrechnungen', 'abrechnungen_lieferung', '500000 50000 1'),
	('abrechnungen', 'abrechnungen_nummer', '500000 50000 1'),
	('abrechnungen', 'abrechnungen_storno', '5000 500 1'),
	('abrechnungsbuchungen', 'sqlite_autoindex_abrechnungsbuchungen_1', '5000000 500000 1'),
	('abrechnungsbuchungen', 'abrechnungsbuchungen_abrechnung', '5000000 500000 10 1'),
	('abrechnungsbuchungen', 'abrechnungsbuchungen_einmal', '5000000 500000 1'),
	('abrechnungspositionen', 'sqlite_autoindex_abrechnungspositionen_1', '2000000 200000 1'),
	('abrechnungspositionen', 'abrechnungspositionen_reihe', '2000000 200000 4 1'),
	('abrechnungssteuern', 'sqlite_autoindex_abrechnungssteuern_1', '1000000 100000 1'),
	('abrechnungssteuern', 'abrechnungssteuern_reihe', '1000000 100000 2 1'),
	('offene_buchungen', 'sqlite_autoindex_offene_buchungen_1', '200000 20000 1'),
	('offene_buchungen', 'offene_buchungen_kunde', '200000 20000 10 1'),
	('pfandbuchungen', 'pfandbuchungen_fruehere_saetze', '10000 1000 10');
--> statement-breakpoint
ANALYZE sqlite_schema;
