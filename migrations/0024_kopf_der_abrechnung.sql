-- Everything on a settlement's paper is frozen when it is made, whenever it is printed first. The company's letterhead
-- is kept once for each state that it had, as its logo is large; the customer with each settlement.
CREATE TABLE `briefkoepfe` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`stand` text NOT NULL,
	`firma` text NOT NULL,
	`logo` blob,
	`breite` integer,
	`hoehe` integer,
	`erstellt_am` text NOT NULL,
	`aktualisiert_am` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`),
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `briefkoepfe_stand` ON `briefkoepfe` (`tenant_id`,`stand`);--> statement-breakpoint
CREATE TABLE `abrechnungskoepfe` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`briefkopf_id` text NOT NULL,
	`an` text NOT NULL,
	`gesperrt` integer DEFAULT 0 NOT NULL,
	`aufbewahren_bis` text NOT NULL,
	`erstellt_am` text NOT NULL,
	`aktualisiert_am` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`),
	FOREIGN KEY (`tenant_id`,`id`) REFERENCES `abrechnungen`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`tenant_id`,`briefkopf_id`) REFERENCES `briefkoepfe`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "abrechnungskoepfe_gesperrt" CHECK("abrechnungskoepfe"."gesperrt" IN (0, 1))
) STRICT;
--> statement-breakpoint
CREATE INDEX `abrechnungskoepfe_frist` ON `abrechnungskoepfe` (`tenant_id`,`aufbewahren_bis`,`id`) WHERE gesperrt = 1;--> statement-breakpoint
-- What there is was not frozen: it is as it would be printed today.
INSERT INTO briefkoepfe (tenant_id, id, stand, firma, logo, breite, hoehe, erstellt_am, aktualisiert_am)
SELECT t.id, t.id, '', json_object('name', t.name, 'strasse', t.strasse, 'plz', t.plz, 'ort', t.ort, 'telefon', t.telefon,
		'email', t.email, 'steuernummer', t.steuernummer, 'ust_id', t.ust_id, 'iban', t.iban, 'zeitzone', t.zeitzone,
		'einspruchsfrist_tage', t.einspruchsfrist_tage),
	l.daten, l.breite, l.hoehe, t.aktualisiert_am, t.aktualisiert_am
FROM tenants t LEFT JOIN firmenlogos l ON l.tenant_id = t.id
WHERE EXISTS (SELECT 1 FROM abrechnungen a WHERE a.tenant_id = t.id);
--> statement-breakpoint
INSERT INTO abrechnungskoepfe (tenant_id, id, briefkopf_id, an, aufbewahren_bis, erstellt_am, aktualisiert_am)
SELECT a.tenant_id, a.id, a.tenant_id, json_object('kundennummer', k.kundennummer, 'name', k.name,
		'ansprechpartner', k.ansprechpartner, 'strasse', k.strasse, 'plz', k.plz, 'ort', k.ort, 'land', k.land),
	(a.jahr + 8) || '-12-31', a.erstellt_am, a.erstellt_am
FROM abrechnungen a CROSS JOIN kunden k ON k.tenant_id = a.tenant_id AND k.id = a.kunde_id;
--> statement-breakpoint
CREATE TRIGGER briefkoepfe_nie_aendern BEFORE UPDATE ON briefkoepfe
BEGIN
	SELECT RAISE(ABORT, 'eine Abrechnung ist unveraenderlich');
END;
--> statement-breakpoint
CREATE TRIGGER briefkoepfe_nie_loeschen BEFORE DELETE ON briefkoepfe
BEGIN
	SELECT RAISE(ABORT, 'eine Abrechnung ist unveraenderlich');
END;
--> statement-breakpoint
-- A person who is erased is locked from view, and goes when the law lets it.
CREATE TRIGGER abrechnungskoepfe_nur_sperren BEFORE UPDATE ON abrechnungskoepfe
WHEN NEW.tenant_id <> OLD.tenant_id OR NEW.id <> OLD.id OR NEW.briefkopf_id <> OLD.briefkopf_id OR NEW.an <> OLD.an
	OR NEW.aufbewahren_bis <> OLD.aufbewahren_bis OR NEW.gesperrt < OLD.gesperrt
BEGIN
	SELECT RAISE(ABORT, 'eine Abrechnung ist unveraenderlich');
END;
--> statement-breakpoint
CREATE TRIGGER abrechnungskoepfe_nicht_vor_der_zeit BEFORE DELETE ON abrechnungskoepfe
WHEN OLD.gesperrt = 0 OR OLD.aufbewahren_bis >= date('now')
BEGIN
	SELECT RAISE(ABORT, 'dieser Beleg muss aufbewahrt werden');
END;
--> statement-breakpoint
-- One more kind of document: the table is made anew, as SQLite changes no check.
DROP TRIGGER belegdateien_nicht_vor_der_zeit;
--> statement-breakpoint
CREATE TABLE `__new_belege` (
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
	CONSTRAINT "belege_art_bekannt" CHECK("__new_belege"."art" IN ('abrechnung', 'lieferschein', 'saldenuebernahme', 'kontoauszug', 'saldenbestaetigung', 'erinnerung', 'datev', 'journal')),
	CONSTRAINT "belege_antwort_bekannt" CHECK("__new_belege"."antwort" IN ('bestaetigt', 'bestritten')),
	CONSTRAINT "belege_gesperrt" CHECK("__new_belege"."gesperrt" IN (0, 1)),
	CONSTRAINT "belege_antwort_datiert" CHECK(("__new_belege"."antwort" IS NULL) = ("__new_belege"."antwort_datum" IS NULL))
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_belege` (tenant_id, id, art, titel, dateiname, typ, kunde_id, bezug_id, von, bis, saldo_cent, auftrag_id,
	bytes, sha256, erstellt_von, erstellt_von_name, antwort, antwort_datum, antwort_bemerkung, gesperrt, aufbewahren_bis,
	erstellt_am, aktualisiert_am, version)
SELECT tenant_id, id, art, titel, dateiname, typ, kunde_id, bezug_id, von, bis, saldo_cent, auftrag_id,
	bytes, sha256, erstellt_von, erstellt_von_name, antwort, antwort_datum, antwort_bemerkung, gesperrt, aufbewahren_bis,
	erstellt_am, aktualisiert_am, version
FROM `belege` ORDER BY rowid;--> statement-breakpoint
DROP TABLE `belege`;--> statement-breakpoint
ALTER TABLE `__new_belege` RENAME TO `belege`;--> statement-breakpoint
CREATE INDEX `belege_erstellt` ON `belege` (`tenant_id`,`erstellt_am`,`id`);--> statement-breakpoint
CREATE INDEX `belege_bezug` ON `belege` (`tenant_id`,`bezug_id`,`id`);--> statement-breakpoint
CREATE INDEX `belege_kunde` ON `belege` (`tenant_id`,`kunde_id`,`erstellt_am`,`id`);--> statement-breakpoint
CREATE INDEX `belege_art` ON `belege` (`tenant_id`,`art`,`erstellt_am`,`id`);--> statement-breakpoint
CREATE INDEX `belege_antwort` ON `belege` (`tenant_id`,`antwort`,`erstellt_am`,`id`);--> statement-breakpoint
CREATE INDEX `belege_auftrag` ON `belege` (`tenant_id`,`auftrag_id`,`id`);--> statement-breakpoint
CREATE INDEX `belege_bytes` ON `belege` (`tenant_id`,`bytes`);--> statement-breakpoint
CREATE INDEX `belege_inhalt` ON `belege` (`tenant_id`,`sha256`,`auftrag_id`);--> statement-breakpoint
CREATE INDEX `belege_frist` ON `belege` (`tenant_id`,`aufbewahren_bis`,`id`) WHERE gesperrt = 1;--> statement-breakpoint
CREATE TRIGGER belege_bleiben BEFORE UPDATE ON belege
WHEN NEW.tenant_id <> OLD.tenant_id OR NEW.id <> OLD.id OR NEW.sha256 <> OLD.sha256 OR NEW.bytes <> OLD.bytes
	OR NEW.art <> OLD.art OR NEW.erstellt_am <> OLD.erstellt_am OR NEW.erstellt_von <> OLD.erstellt_von
	OR NEW.aufbewahren_bis < OLD.aufbewahren_bis
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
	('briefkoepfe', 'sqlite_autoindex_briefkoepfe_1', '100 10 1'),
	('briefkoepfe', 'briefkoepfe_stand', '100 10 1'),
	('abrechnungskoepfe', 'sqlite_autoindex_abrechnungskoepfe_1', '500000 50000 1'),
	('abrechnungskoepfe', 'abrechnungskoepfe_frist', '1000 100 10 1'),
	('belege', 'sqlite_autoindex_belege_1', '500000 50000 1'),
	('belege', 'belege_antwort', '500000 50000 10000 1 1'),
	('belege', 'belege_art', '500000 50000 10000 1 1'),
	('belege', 'belege_auftrag', '500000 50000 500 1'),
	('belege', 'belege_bezug', '500000 50000 1 1'),
	('belege', 'belege_bytes', '500000 50000 2'),
	('belege', 'belege_erstellt', '500000 50000 1 1'),
	('belege', 'belege_frist', '1000 100 10 1'),
	('belege', 'belege_inhalt', '500000 50000 2 1'),
	('belege', 'belege_kunde', '500000 50000 20 1 1');
--> statement-breakpoint
ANALYZE sqlite_schema;
