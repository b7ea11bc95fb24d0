CREATE TABLE `auftraege` (
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
	`erstellt_von` text NOT NULL,
	`erstellt_von_name` text NOT NULL,
	`beendet_am` text,
	`meldung` text,
	`erstellt_am` text NOT NULL,
	`aktualisiert_am` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`),
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "auftraege_art" CHECK("auftraege"."art" IN ('abrechnungslauf', 'kontoauszuege', 'saldenbestaetigungen')),
	CONSTRAINT "auftraege_status" CHECK("auftraege"."status" IN ('wartet', 'laeuft', 'fertig', 'gescheitert'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `auftraege_erstellt` ON `auftraege` (`tenant_id`,`erstellt_am`,`id`);--> statement-breakpoint
CREATE INDEX `auftraege_offen` ON `auftraege` (`erstellt_am`,`tenant_id`,`id`) WHERE status IN ('wartet', 'laeuft');--> statement-breakpoint
CREATE TABLE `auftragsdateien` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`auftrag_id` text NOT NULL,
	`nr` integer NOT NULL,
	`daten` blob NOT NULL,
	`erstellt_am` text NOT NULL,
	`aktualisiert_am` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`),
	FOREIGN KEY (`tenant_id`,`auftrag_id`) REFERENCES `auftraege`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `auftragsdateien_reihe` ON `auftragsdateien` (`tenant_id`,`auftrag_id`,`nr`);--> statement-breakpoint
CREATE TABLE `auftragsfehler` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`auftrag_id` text NOT NULL,
	`kunde_id` text NOT NULL,
	`meldung` text NOT NULL,
	`erstellt_am` text NOT NULL,
	`aktualisiert_am` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`),
	FOREIGN KEY (`tenant_id`,`auftrag_id`) REFERENCES `auftraege`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`tenant_id`,`kunde_id`) REFERENCES `kunden`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `auftragsfehler_auftrag` ON `auftragsfehler` (`tenant_id`,`auftrag_id`,`id`);--> statement-breakpoint
CREATE TABLE `belegdateien` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`daten` blob NOT NULL,
	`erstellt_am` text NOT NULL,
	`aktualisiert_am` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`),
	FOREIGN KEY (`tenant_id`,`id`) REFERENCES `belege`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `belege` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`art` text NOT NULL,
	`titel` text NOT NULL,
	`dateiname` text NOT NULL,
	`typ` text NOT NULL,
	`kunde_id` text,
	`bezug_id` text,
	`von` text,
	`bis` text,
	`saldo_cent` integer,
	`auftrag_id` text,
	`bytes` integer NOT NULL,
	`sha256` text NOT NULL,
	`erstellt_von` text NOT NULL,
	`erstellt_von_name` text NOT NULL,
	`antwort` text,
	`antwort_datum` text,
	`antwort_bemerkung` text,
	`gesperrt` integer DEFAULT 0 NOT NULL,
	`aufbewahren_bis` text NOT NULL,
	`erstellt_am` text NOT NULL,
	`aktualisiert_am` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`),
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`tenant_id`,`kunde_id`) REFERENCES `kunden`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "belege_art_bekannt" CHECK("belege"."art" IN ('abrechnung', 'lieferschein', 'kontoauszug', 'saldenbestaetigung', 'erinnerung', 'datev', 'journal')),
	CONSTRAINT "belege_antwort_bekannt" CHECK("belege"."antwort" IN ('bestaetigt', 'bestritten')),
	CONSTRAINT "belege_gesperrt" CHECK("belege"."gesperrt" IN (0, 1)),
	CONSTRAINT "belege_antwort_datiert" CHECK(("belege"."antwort" IS NULL) = ("belege"."antwort_datum" IS NULL))
) STRICT;
--> statement-breakpoint
CREATE INDEX `belege_erstellt` ON `belege` (`tenant_id`,`erstellt_am`,`id`);--> statement-breakpoint
CREATE INDEX `belege_bezug` ON `belege` (`tenant_id`,`bezug_id`,`id`);--> statement-breakpoint
CREATE INDEX `belege_kunde` ON `belege` (`tenant_id`,`kunde_id`,`erstellt_am`,`id`);--> statement-breakpoint
CREATE INDEX `belege_art` ON `belege` (`tenant_id`,`art`,`erstellt_am`,`id`);--> statement-breakpoint
CREATE INDEX `belege_antwort` ON `belege` (`tenant_id`,`antwort`,`erstellt_am`,`id`);--> statement-breakpoint
CREATE INDEX `belege_auftrag` ON `belege` (`tenant_id`,`auftrag_id`,`id`);--> statement-breakpoint
CREATE INDEX `belege_bytes` ON `belege` (`tenant_id`,`bytes`);--> statement-breakpoint
CREATE UNIQUE INDEX `belege_inhalt` ON `belege` (`tenant_id`,`sha256`);--> statement-breakpoint
CREATE TABLE `datev_einstellungen` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`berater` integer,
	`mandant` integer,
	`wj_beginn` text DEFAULT '01-01' NOT NULL,
	`kontenlaenge` integer DEFAULT 4 NOT NULL,
	`skr` text DEFAULT '03' NOT NULL,
	`konto_regel` integer,
	`konto_ermaessigt` integer,
	`konto_transport` integer,
	`konto_geraetepfand` integer,
	`konto_kaution` integer,
	`bu_regel` text,
	`bu_ermaessigt` text,
	`bu_transport` text,
	`bu_geraetepfand` text,
	`debitor_basis` integer DEFAULT 0 NOT NULL,
	`festschreibung` integer DEFAULT 0 NOT NULL,
	`erstellt_am` text NOT NULL,
	`aktualisiert_am` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`),
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "datev_einstellungen_einmal" CHECK("datev_einstellungen"."id" = "datev_einstellungen"."tenant_id"),
	CONSTRAINT "datev_einstellungen_skr" CHECK("datev_einstellungen"."skr" IN ('03', '04')),
	CONSTRAINT "datev_einstellungen_festschreibung" CHECK("datev_einstellungen"."festschreibung" IN (0, 1))
) STRICT;
--> statement-breakpoint
CREATE TABLE `datev_posten` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`beleg_id` text NOT NULL,
	`abrechnung_id` text NOT NULL,
	`erstellt_am` text NOT NULL,
	`aktualisiert_am` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`),
	FOREIGN KEY (`tenant_id`,`beleg_id`) REFERENCES `belege`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`tenant_id`,`abrechnung_id`) REFERENCES `abrechnungen`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `datev_posten_abrechnung` ON `datev_posten` (`tenant_id`,`abrechnung_id`);--> statement-breakpoint
CREATE INDEX `datev_posten_beleg` ON `datev_posten` (`tenant_id`,`beleg_id`,`abrechnung_id`);--> statement-breakpoint
CREATE TABLE `firmenlogos` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`daten` blob NOT NULL,
	`breite` integer NOT NULL,
	`hoehe` integer NOT NULL,
	`erstellt_am` text NOT NULL,
	`aktualisiert_am` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`),
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "firmenlogos_einmal" CHECK("firmenlogos"."id" = "firmenlogos"."tenant_id")
) STRICT;

--> statement-breakpoint
-- A document stays as it was made. What may come to it is an answer, a lock, and its end when the law lets it go.
CREATE TRIGGER belege_bleiben BEFORE UPDATE ON belege
WHEN NEW.tenant_id <> OLD.tenant_id OR NEW.id <> OLD.id OR NEW.sha256 <> OLD.sha256 OR NEW.bytes <> OLD.bytes
	OR NEW.art <> OLD.art OR NEW.erstellt_am <> OLD.erstellt_am OR NEW.erstellt_von <> OLD.erstellt_von
	OR NEW.aufbewahren_bis < OLD.aufbewahren_bis
BEGIN
	SELECT RAISE(ABORT, 'ein Beleg ist unveraenderlich');
END;
--> statement-breakpoint
CREATE TRIGGER belegdateien_nie_aendern BEFORE UPDATE ON belegdateien
BEGIN
	SELECT RAISE(ABORT, 'ein Beleg ist unveraenderlich');
END;
--> statement-breakpoint
CREATE TRIGGER belege_nicht_vor_der_zeit BEFORE DELETE ON belege WHEN OLD.aufbewahren_bis >= date('now')
BEGIN
	SELECT RAISE(ABORT, 'dieser Beleg muss aufbewahrt werden');
END;
--> statement-breakpoint
CREATE TRIGGER belegdateien_nicht_vor_der_zeit BEFORE DELETE ON belegdateien WHEN EXISTS (
	SELECT 1 FROM belege b WHERE b.tenant_id = OLD.tenant_id AND b.id = OLD.id AND b.aufbewahren_bis >= date('now')
)
BEGIN
	SELECT RAISE(ABORT, 'dieser Beleg muss aufbewahrt werden');
END;
--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
	('auftraege', 'sqlite_autoindex_auftraege_1', '5000 500 1'),
	('auftraege', 'auftraege_erstellt', '5000 500 1 1'),
	('auftraege', 'auftraege_offen', '10 1 1 1'),
	('auftragsdateien', 'sqlite_autoindex_auftragsdateien_1', '50000 5000 1'),
	('auftragsdateien', 'auftragsdateien_reihe', '50000 5000 100 1'),
	('auftragsfehler', 'sqlite_autoindex_auftragsfehler_1', '5000 500 1'),
	('auftragsfehler', 'auftragsfehler_auftrag', '5000 500 10 1'),
	('belegdateien', 'sqlite_autoindex_belegdateien_1', '500000 50000 1'),
	('belege', 'sqlite_autoindex_belege_1', '500000 50000 1'),
	('belege', 'belege_antwort', '500000 50000 10000 1 1'),
	('belege', 'belege_art', '500000 50000 10000 1 1'),
	('belege', 'belege_auftrag', '500000 50000 500 1'),
	('belege', 'belege_bezug', '500000 50000 1 1'),
	('belege', 'belege_bytes', '500000 50000 2'),
	('belege', 'belege_erstellt', '500000 50000 1 1'),
	('belege', 'belege_inhalt', '500000 50000 1'),
	('belege', 'belege_kunde', '500000 50000 20 1 1'),
	('datev_einstellungen', 'sqlite_autoindex_datev_einstellungen_1', '10 1 1'),
	('datev_posten', 'sqlite_autoindex_datev_posten_1', '500000 50000 1'),
	('datev_posten', 'datev_posten_abrechnung', '500000 50000 1'),
	('datev_posten', 'datev_posten_beleg', '500000 50000 1000 1'),
	('firmenlogos', 'sqlite_autoindex_firmenlogos_1', '10 1 1');
--> statement-breakpoint
ANALYZE sqlite_schema;
