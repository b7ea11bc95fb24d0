-- Whether a company was Kleinunternehmer, and how it reckoned the VAT of packaging, until an instant, as artikelstaende
-- for deposits: what is entered late is booked as it was when it happened. The log knows earlier changes. Those from
-- before the first booking set right what was never in force.
CREATE TABLE `regelungsstaende` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`gueltig_bis` text NOT NULL,
	`kleinunternehmer` integer NOT NULL CHECK ("kleinunternehmer" IN (0, 1)),
	`ust_verfahren` text NOT NULL CHECK ("ust_verfahren" IN ('laufend', 'jahresausgleich')),
	`erstellt_am` text NOT NULL,
	`aktualisiert_am` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`),
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `regelungsstaende_bis` ON `regelungsstaende` (`tenant_id`,`gueltig_bis`,`id`);
--> statement-breakpoint
-- A change of one of the two leaves the other as it was: as the next change found it, or as it is today.
INSERT INTO regelungsstaende
	(tenant_id, id, gueltig_bis, kleinunternehmer, ust_verfahren, erstellt_am, aktualisiert_am)
WITH wechsel AS (
	SELECT p.tenant_id, p.id, p.erstellt_am,
		json_extract(p.aenderungen, '$.kleinunternehmer[0]') AS kleinunternehmer,
		json_extract(p.aenderungen, '$.ust_verfahren[0]') AS ust_verfahren
	FROM protokoll p
	WHERE p.aktion = 'tenants.geaendert' AND CASE WHEN json_valid(p.aenderungen) THEN
		json_type(p.aenderungen, '$.kleinunternehmer[0]') = 'integer'
		OR json_type(p.aenderungen, '$.ust_verfahren[0]') = 'text' END
)
SELECT w.tenant_id, w.id, w.erstellt_am,
	coalesce(w.kleinunternehmer, (SELECT n.kleinunternehmer FROM wechsel n
		WHERE n.tenant_id = w.tenant_id AND n.kleinunternehmer IS NOT NULL AND n.erstellt_am > w.erstellt_am
		ORDER BY n.erstellt_am LIMIT 1), t.kleinunternehmer),
	coalesce(w.ust_verfahren, (SELECT n.ust_verfahren FROM wechsel n
		WHERE n.tenant_id = w.tenant_id AND n.ust_verfahren IS NOT NULL AND n.erstellt_am > w.erstellt_am
		ORDER BY n.erstellt_am LIMIT 1), t.ust_verfahren),
	w.erstellt_am, w.erstellt_am
FROM wechsel w JOIN tenants t ON t.id = w.tenant_id
WHERE EXISTS (SELECT 1 FROM pfandbuchungen b WHERE b.tenant_id = w.tenant_id AND b.gebucht_am <= w.erstellt_am);
--> statement-breakpoint
CREATE TRIGGER regelungsstaende_nie_aendern BEFORE UPDATE ON regelungsstaende
BEGIN
	SELECT RAISE(ABORT, 'regelungsstaende sind unveraenderlich');
END;
--> statement-breakpoint
CREATE TRIGGER regelungsstaende_nie_loeschen BEFORE DELETE ON regelungsstaende
BEGIN
	SELECT RAISE(ABORT, 'regelungsstaende sind unveraenderlich');
END;
--> statement-breakpoint
-- Up to a booking of an earlier regulation, too, a settlement has to ask piece by piece as what it went out.
CREATE TRIGGER pfandbuchungen_fruehere_regelung AFTER INSERT ON pfandbuchungen
WHEN NEW.storno_von IS NULL AND EXISTS (
	SELECT 1 FROM tenants t WHERE t.id = NEW.tenant_id
		AND (t.kleinunternehmer <> NEW.kleinunternehmer OR t.ust_verfahren <> NEW.ust_verfahren))
BEGIN
	UPDATE tenants SET regelung_gewechselt_nr = max(regelung_gewechselt_nr, NEW.lfd_nr) WHERE id = NEW.tenant_id;
END;
--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
	('regelungsstaende', 'sqlite_autoindex_regelungsstaende_1', '1000 2 1'),
	('regelungsstaende', 'regelungsstaende_bis', '1000 2 1 1');
--> statement-breakpoint
ANALYZE sqlite_schema;
