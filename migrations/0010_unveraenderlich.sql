-- What may be blanked for a person (DSGVO Art. 17) may be blanked only, and not be written anew; and a completed
-- delivery is not removed, nor one of its positions.
CREATE TRIGGER protokoll_nur_leeren BEFORE UPDATE OF aenderungen ON protokoll
WHEN NEW.aenderungen <> '{}' AND NEW.aenderungen <> OLD.aenderungen
BEGIN
	SELECT RAISE(ABORT, 'protokoll ist unveraenderlich');
END;
--> statement-breakpoint
CREATE TRIGGER geraete_bewegungen_nur_leeren BEFORE UPDATE OF notiz ON geraete_bewegungen
WHEN NEW.notiz IS NOT NULL AND NEW.notiz IS NOT OLD.notiz
BEGIN
	SELECT RAISE(ABORT, 'geraete_bewegungen sind unveraenderlich');
END;
--> statement-breakpoint
CREATE TRIGGER lieferungen_zugestellt_nur_leeren BEFORE UPDATE OF
	hinweis, notiz, grund, empfaenger_name, unterschrift, reihenfolge, erstellt_am
ON lieferungen WHEN OLD.status = 'zugestellt' AND (
	(NEW.hinweis IS NOT NULL AND NEW.hinweis IS NOT OLD.hinweis)
	OR (NEW.notiz IS NOT NULL AND NEW.notiz IS NOT OLD.notiz)
	OR (NEW.grund IS NOT NULL AND NEW.grund IS NOT OLD.grund)
	OR (NEW.empfaenger_name IS NOT NULL AND NEW.empfaenger_name IS NOT OLD.empfaenger_name)
	OR (NEW.unterschrift IS NOT NULL AND NEW.unterschrift IS NOT OLD.unterschrift)
	OR NEW.reihenfolge <> OLD.reihenfolge OR NEW.erstellt_am <> OLD.erstellt_am
)
BEGIN
	SELECT RAISE(ABORT, 'eine zugestellte Lieferung ist unveraenderlich');
END;
--> statement-breakpoint
CREATE TRIGGER lieferungen_zugestellt_nie_loeschen BEFORE DELETE ON lieferungen WHEN OLD.status = 'zugestellt'
BEGIN
	SELECT RAISE(ABORT, 'eine zugestellte Lieferung ist unveraenderlich');
END;
--> statement-breakpoint
CREATE TRIGGER lieferpositionen_zugestellt_nie_loeschen BEFORE DELETE ON lieferpositionen
WHEN (SELECT status FROM lieferungen l WHERE l.tenant_id = OLD.tenant_id AND l.id = OLD.lieferung_id) = 'zugestellt'
BEGIN
	SELECT RAISE(ABORT, 'eine zugestellte Lieferung ist unveraenderlich');
END;
--> statement-breakpoint
CREATE TRIGGER lieferpositionen_nie_umhaengen BEFORE UPDATE OF tenant_id, id, lieferung_id ON lieferpositionen
WHEN NEW.tenant_id <> OLD.tenant_id OR NEW.id <> OLD.id OR NEW.lieferung_id <> OLD.lieferung_id
BEGIN
	SELECT RAISE(ABORT, 'eine Lieferposition bleibt bei ihrer Lieferung');
END;
