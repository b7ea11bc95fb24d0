-- A settlement names the run that made it, and is found by the month in which its period ends: the run of October, which
-- is made in November, is looked for under October. A column that is added cannot have a composite reference: triggers
-- refuse what is no job of that company, and keep one that is named.
ALTER TABLE `abrechnungen` ADD `auftrag_id` text;
--> statement-breakpoint
DROP TRIGGER abrechnungen_nie_aendern;
--> statement-breakpoint
-- Earlier runs: what the same person settled up to the same day while the job went on.
UPDATE abrechnungen SET auftrag_id = a.id
FROM auftraege a
WHERE a.art = 'abrechnungslauf' AND a.tenant_id = abrechnungen.tenant_id
	AND CASE WHEN json_valid(a.angaben) THEN json_extract(a.angaben, '$.bis') END = abrechnungen.bis
	AND abrechnungen.art = 'abrechnung'
	AND abrechnungen.lieferung_id IS NULL AND abrechnungen.erstellt_von = a.erstellt_von
	AND abrechnungen.erstellt_am BETWEEN a.erstellt_am AND coalesce(a.beendet_am, '9999');
--> statement-breakpoint
CREATE TRIGGER abrechnungen_nie_aendern BEFORE UPDATE ON abrechnungen
BEGIN
	SELECT RAISE(ABORT, 'eine Abrechnung ist unveraenderlich');
END;
--> statement-breakpoint
CREATE TRIGGER abrechnungen_auftrag_der_firma BEFORE INSERT ON abrechnungen
WHEN NEW.auftrag_id IS NOT NULL AND NOT EXISTS (
	SELECT 1 FROM auftraege a WHERE a.tenant_id = NEW.tenant_id AND a.id = NEW.auftrag_id)
BEGIN
	SELECT RAISE(ABORT, 'der Auftrag ist keiner dieser Firma');
END;
--> statement-breakpoint
CREATE TRIGGER auftraege_von_abrechnungen_bleiben BEFORE DELETE ON auftraege
WHEN EXISTS (SELECT 1 FROM abrechnungen b WHERE b.tenant_id = OLD.tenant_id AND b.auftrag_id = OLD.id)
BEGIN
	SELECT RAISE(ABORT, 'aus diesem Auftrag gibt es Abrechnungen');
END;
--> statement-breakpoint
CREATE INDEX `abrechnungen_auftrag` ON `abrechnungen` (`tenant_id`,`auftrag_id`,`datum`,`id`) WHERE auftrag_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `abrechnungen_monat` ON `abrechnungen` (`tenant_id`,substr(`bis`, 1, 7),`datum`,`id`);
--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
	('abrechnungen', 'abrechnungen_auftrag', '400000 40000 1000 900 1'),
	('abrechnungen', 'abrechnungen_monat', '500000 50000 1000 100 1');
--> statement-breakpoint
ANALYZE sqlite_schema;
