-- What the office noted as gone out by post, and what still is to go out: until a mail server took an e-mail with it, and
-- not while one waits, fails or is withdrawn. Somebody who is done with an e-mail of unclear fate knows that it came.
ALTER TABLE `abrechnungen` ADD `per_post_am` text;
--> statement-breakpoint
DROP TRIGGER abrechnungen_nie_aendern;
--> statement-breakpoint
DROP TRIGGER nachrichten_versand_offen_neu;
--> statement-breakpoint
DROP TRIGGER nachrichten_versand_offen;
--> statement-breakpoint
UPDATE abrechnungen SET versand_offen = 1 WHERE art = 'abrechnung' AND versand_offen = 0 AND per_post_am IS NULL
	AND NOT EXISTS (
		SELECT 1 FROM belege b CROSS JOIN nachrichten n ON n.tenant_id = b.tenant_id AND n.beleg_id = b.id
		WHERE b.tenant_id = abrechnungen.tenant_id AND b.bezug_id = abrechnungen.id AND n.art = 'abrechnung'
			AND (n.status IN ('angenommen', 'teilweise') OR n.status = 'unklar' AND n.erledigt_am IS NOT NULL))
	AND NOT EXISTS (
		SELECT 1 FROM abrechnungen s WHERE s.tenant_id = abrechnungen.tenant_id AND s.storno_von = abrechnungen.id);
--> statement-breakpoint
-- The customer may have what there is a paper of.
UPDATE abrechnungen SET versand_offen = 1 WHERE art = 'storno' AND versand_offen = 0
	AND EXISTS (
		SELECT 1 FROM belege b WHERE b.tenant_id = abrechnungen.tenant_id AND b.bezug_id = abrechnungen.storno_von)
	AND per_post_am IS NULL
	AND NOT EXISTS (
		SELECT 1 FROM belege b CROSS JOIN nachrichten n ON n.tenant_id = b.tenant_id AND n.beleg_id = b.id
		WHERE b.tenant_id = abrechnungen.tenant_id AND b.bezug_id = abrechnungen.id AND n.art = 'abrechnung'
			AND (n.status IN ('angenommen', 'teilweise') OR n.status = 'unklar' AND n.erledigt_am IS NOT NULL))
	AND NOT EXISTS (
		SELECT 1 FROM abrechnungen s WHERE s.tenant_id = abrechnungen.tenant_id AND s.storno_von = abrechnungen.id);
--> statement-breakpoint
CREATE TRIGGER abrechnungen_nie_aendern BEFORE UPDATE OF
	tenant_id, id, nummer, jahr, lfd_nr, art, storno_von, grund, kunde_id, lieferung_id, auftrag_id, datum, von,
	bis, anfang_cent, summe_cent, netto_cent, ust_cent, preise, ust_verfahren, kleinunternehmer, abrechnung_ist,
	form, erfasst_ab, stand_nr, ausserhalb_cent, verluste_bisher_cent, erstellt_von, erstellt_am
ON abrechnungen
BEGIN
	SELECT RAISE(ABORT, 'eine Abrechnung ist unveraenderlich');
END;
--> statement-breakpoint
CREATE TRIGGER abrechnungen_per_post AFTER UPDATE OF per_post_am ON abrechnungen
BEGIN
	UPDATE abrechnungen SET versand_offen = per_post_am IS NULL
		AND NOT EXISTS (
			SELECT 1 FROM belege b CROSS JOIN nachrichten n ON n.tenant_id = b.tenant_id AND n.beleg_id = b.id
			WHERE b.tenant_id = abrechnungen.tenant_id AND b.bezug_id = abrechnungen.id AND n.art = 'abrechnung'
				AND (n.status IN ('angenommen', 'teilweise') OR n.status = 'unklar' AND n.erledigt_am IS NOT NULL))
		AND NOT EXISTS (
			SELECT 1 FROM abrechnungen s WHERE s.tenant_id = abrechnungen.tenant_id AND s.storno_von = abrechnungen.id)
	WHERE tenant_id = NEW.tenant_id AND id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER nachrichten_versand_offen_neu AFTER INSERT ON nachrichten
WHEN NEW.art = 'abrechnung'
BEGIN
	UPDATE abrechnungen SET versand_offen = per_post_am IS NULL
		AND NOT EXISTS (
			SELECT 1 FROM belege b CROSS JOIN nachrichten n ON n.tenant_id = b.tenant_id AND n.beleg_id = b.id
			WHERE b.tenant_id = abrechnungen.tenant_id AND b.bezug_id = abrechnungen.id AND n.art = 'abrechnung'
				AND (n.status IN ('angenommen', 'teilweise') OR n.status = 'unklar' AND n.erledigt_am IS NOT NULL))
		AND NOT EXISTS (
			SELECT 1 FROM abrechnungen s WHERE s.tenant_id = abrechnungen.tenant_id AND s.storno_von = abrechnungen.id)
	WHERE tenant_id = NEW.tenant_id
		AND id = (SELECT b.bezug_id FROM belege b WHERE b.tenant_id = NEW.tenant_id AND b.id = NEW.beleg_id);
END;
--> statement-breakpoint
CREATE TRIGGER nachrichten_versand_offen AFTER UPDATE OF status, erledigt_am ON nachrichten
WHEN NEW.art = 'abrechnung'
BEGIN
	UPDATE abrechnungen SET versand_offen = per_post_am IS NULL
		AND NOT EXISTS (
			SELECT 1 FROM belege b CROSS JOIN nachrichten n ON n.tenant_id = b.tenant_id AND n.beleg_id = b.id
			WHERE b.tenant_id = abrechnungen.tenant_id AND b.bezug_id = abrechnungen.id AND n.art = 'abrechnung'
				AND (n.status IN ('angenommen', 'teilweise') OR n.status = 'unklar' AND n.erledigt_am IS NOT NULL))
		AND NOT EXISTS (
			SELECT 1 FROM abrechnungen s WHERE s.tenant_id = abrechnungen.tenant_id AND s.storno_von = abrechnungen.id)
	WHERE tenant_id = NEW.tenant_id
		AND id = (SELECT b.bezug_id FROM belege b WHERE b.tenant_id = NEW.tenant_id AND b.id = NEW.beleg_id);
END;
