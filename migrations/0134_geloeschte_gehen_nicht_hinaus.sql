-- What an erased person's settlement still has to go out is nothing, whatever becomes of its e-mails and of the note on its
-- post afterwards: its paper is locked, or was made when nobody knew any more whom it is for.
CREATE TRIGGER abrechnungen_geloeschte AFTER UPDATE OF versand_offen ON abrechnungen
WHEN NEW.versand_offen = 1 AND (
	EXISTS (
		SELECT 1 FROM abrechnungskoepfe h WHERE h.tenant_id = NEW.tenant_id AND h.id = NEW.id AND h.gesperrt = 1)
	OR EXISTS (
		SELECT 1 FROM kunden k WHERE k.tenant_id = NEW.tenant_id AND k.id = NEW.kunde_id
			AND k.name LIKE 'Gelöschter Kunde%' AND k.strasse IS NULL AND k.plz IS NULL AND k.ort IS NULL))
BEGIN
	UPDATE abrechnungen SET versand_offen = 0 WHERE tenant_id = NEW.tenant_id AND id = NEW.id;
END;
--> statement-breakpoint
UPDATE abrechnungen SET versand_offen = 1 WHERE versand_offen = 1;
