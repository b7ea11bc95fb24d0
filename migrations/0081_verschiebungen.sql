-- Opening balances, losses and their Stornos stand in no settlement, but may change which pieces others had taken back,
-- and with which tax. The next booking of the article used to take that along; where none came, nothing did. Now each
-- settlement takes in what was moved since the last, and says of which bookings, so that it is settled exactly once.
CREATE TABLE `abrechnungsverschiebungen` (
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
	CONSTRAINT "abrechnungsverschiebungen_gilt" CHECK("gilt" IN (0, 1))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `abrechnungsverschiebungen_einmal` ON `abrechnungsverschiebungen` (`tenant_id`,`buchung_id`) WHERE gilt = 1;
--> statement-breakpoint
CREATE INDEX `abrechnungsverschiebungen_abrechnung` ON `abrechnungsverschiebungen` (`tenant_id`,`abrechnung_id`,`buchung_id`);
--> statement-breakpoint
-- What was moved up to now stands in the settlement of the booking that took it along: the next of the account that is
-- settled at all. A Storno was added to the same booking as what it reversed, where that had moved something itself (it
-- was entered after others that happened later) and that booking was not settled yet. Only where bookings of an account
-- can have different taxes was anything moved.
WITH kinds AS (
	SELECT b.* FROM pfandbuchungen b WHERE b.art = 'anfangsbestand'
	UNION ALL
	SELECT s.* FROM pfandbuchungen b JOIN pfandbuchungen s ON s.tenant_id = b.tenant_id AND s.storno_von = b.id
	WHERE b.art = 'anfangsbestand'
	UNION ALL
	SELECT b.* FROM pfandverluste v JOIN pfandbuchungen b ON b.tenant_id = v.tenant_id AND b.vorgang_id = v.id
	UNION ALL
	SELECT b.* FROM anfangsvorgaenge m JOIN pfandbuchungen b ON b.tenant_id = m.tenant_id AND b.vorgang_id = m.id
	WHERE b.art = iif(b.storno_von IS NULL, 'korrektur_minus', 'korrektur_plus')
), outside AS MATERIALIZED (
	SELECT k.tenant_id, k.id, k.lfd_nr, k.kunde_id, k.pfandartikel_id, k.geraet_id, k.storno_von, k.gebucht_am
	FROM kinds k JOIN tenants t ON t.id = k.tenant_id
	LEFT JOIN pfandartikel a ON a.tenant_id = k.tenant_id AND a.id = k.pfandartikel_id
	LEFT JOIN geraete g ON g.tenant_id = k.tenant_id AND g.id = k.geraet_id
	WHERE k.lfd_nr > t.abrechnung_nach_nr
		AND NOT EXISTS (
			SELECT 1 FROM abrechnungsbuchungen z WHERE z.tenant_id = k.tenant_id AND z.buchung_id = k.id AND z.gilt = 1)
		AND NOT EXISTS (SELECT 1 FROM offene_buchungen o WHERE o.tenant_id = k.tenant_id AND o.id = k.id)
		AND (t.regelung_gewechselt_nr > 0 OR coalesce(a.steuer_nach_nr, g.steuer_nach_nr, 0) > 0 OR EXISTS (
			SELECT 1 FROM pfandbuchungen f
			WHERE f.tenant_id = k.tenant_id AND f.kunde_id = k.kunde_id AND f.erfasst_am < '2021-01-02'))
), takers AS (
	SELECT o.tenant_id, o.id, coalesce((
		SELECT n.id FROM pfandbuchungen x
		CROSS JOIN pfandbuchungen n ON n.tenant_id = x.tenant_id AND n.kunde_id = x.kunde_id
			AND n.pfandartikel_id IS x.pfandartikel_id AND n.geraet_id IS x.geraet_id
		WHERE x.tenant_id = o.tenant_id AND x.id = o.storno_von AND n.lfd_nr > x.lfd_nr AND n.lfd_nr < o.lfd_nr
			AND (EXISTS (
				SELECT 1 FROM abrechnungsbuchungen z WHERE z.tenant_id = n.tenant_id AND z.buchung_id = n.id AND z.gilt = 1)
				OR EXISTS (SELECT 1 FROM offene_buchungen u WHERE u.tenant_id = n.tenant_id AND u.id = n.id))
			AND EXISTS (
				SELECT 1 FROM pfandbuchungen c
				WHERE c.tenant_id = x.tenant_id AND c.kunde_id = x.kunde_id AND c.pfandartikel_id IS x.pfandartikel_id
					AND c.geraet_id IS x.geraet_id AND c.lfd_nr < x.lfd_nr AND c.erfasst_am > x.erfasst_am)
			AND NOT EXISTS (
				SELECT 1 FROM abrechnungen a
				CROSS JOIN abrechnungsbuchungen z ON z.tenant_id = a.tenant_id AND z.abrechnung_id = a.id AND z.buchung_id = n.id
				LEFT JOIN abrechnungen s ON s.tenant_id = a.tenant_id AND s.storno_von = a.id
				WHERE a.tenant_id = n.tenant_id AND a.kunde_id = n.kunde_id AND a.erstellt_am <= o.gebucht_am
					AND (s.id IS NULL OR s.erstellt_am > o.gebucht_am))
		ORDER BY n.lfd_nr LIMIT 1
	), (
		SELECT n.id FROM pfandbuchungen n
		WHERE n.tenant_id = o.tenant_id AND n.kunde_id = o.kunde_id AND n.pfandartikel_id IS o.pfandartikel_id
			AND n.geraet_id IS o.geraet_id AND n.lfd_nr > o.lfd_nr
			AND (EXISTS (
				SELECT 1 FROM abrechnungsbuchungen z WHERE z.tenant_id = n.tenant_id AND z.buchung_id = n.id AND z.gilt = 1)
				OR EXISTS (SELECT 1 FROM offene_buchungen u WHERE u.tenant_id = n.tenant_id AND u.id = n.id))
		ORDER BY n.lfd_nr LIMIT 1
	)) AS buchung_id
	FROM outside o
)
INSERT INTO abrechnungsverschiebungen (tenant_id, id, abrechnung_id, buchung_id, erstellt_am, aktualisiert_am)
SELECT t.tenant_id, t.id, z.abrechnung_id, t.id, z.erstellt_am, z.erstellt_am
FROM takers t JOIN abrechnungsbuchungen z ON z.tenant_id = t.tenant_id AND z.buchung_id = t.buchung_id AND z.gilt = 1;
--> statement-breakpoint
CREATE TRIGGER abrechnungsverschiebungen_nur_aufheben BEFORE UPDATE ON abrechnungsverschiebungen
WHEN OLD.gilt <> 1 OR NEW.gilt <> 0 OR NEW.tenant_id <> OLD.tenant_id OR NEW.id <> OLD.id
	OR NEW.abrechnung_id <> OLD.abrechnung_id OR NEW.buchung_id <> OLD.buchung_id
	OR NOT EXISTS (
		SELECT 1 FROM abrechnungen s WHERE s.tenant_id = OLD.tenant_id AND s.storno_von = OLD.abrechnung_id
	)
BEGIN
	SELECT RAISE(ABORT, 'eine Abrechnung ist unveraenderlich');
END;
--> statement-breakpoint
CREATE TRIGGER abrechnungsverschiebungen_nie_loeschen BEFORE DELETE ON abrechnungsverschiebungen
BEGIN
	SELECT RAISE(ABORT, 'eine Abrechnung ist unveraenderlich');
END;
--> statement-breakpoint
-- What it had taken in is for the next settlement again.
CREATE TRIGGER abrechnungen_storno_verschiebt AFTER INSERT ON abrechnungen WHEN NEW.art = 'storno'
BEGIN
	UPDATE abrechnungsverschiebungen SET gilt = 0, aktualisiert_am = NEW.erstellt_am, version = version + 1
	WHERE tenant_id = NEW.tenant_id AND abrechnung_id = NEW.storno_von;
END;
--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
	('abrechnungsverschiebungen', 'sqlite_autoindex_abrechnungsverschiebungen_1', '20000 2000 1'),
	('abrechnungsverschiebungen', 'abrechnungsverschiebungen_abrechnung', '20000 2000 2 1'),
	('abrechnungsverschiebungen', 'abrechnungsverschiebungen_einmal', '20000 2000 1');
--> statement-breakpoint
ANALYZE sqlite_schema;
