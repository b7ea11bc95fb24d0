-- A document's file stays as it was made. What it says in words, for the page of a link, goes when the person is erased:
-- the file alone is what the law wants kept.
DROP TRIGGER belegdateien_nie_aendern;
--> statement-breakpoint
CREATE TRIGGER belegdateien_nie_aendern BEFORE UPDATE ON belegdateien
WHEN NEW.tenant_id <> OLD.tenant_id OR NEW.id <> OLD.id OR NEW.daten <> OLD.daten OR NEW.erstellt_am <> OLD.erstellt_am
	OR NEW.inhalt IS NOT NULL
BEGIN
	SELECT RAISE(ABORT, 'ein Beleg ist unveraenderlich');
END;
--> statement-breakpoint
CREATE TRIGGER belege_gesperrt_ohne_worte AFTER UPDATE OF gesperrt ON belege WHEN NEW.gesperrt = 1
BEGIN
	UPDATE belegdateien SET inhalt = NULL
	WHERE tenant_id = NEW.tenant_id AND id = NEW.id AND inhalt IS NOT NULL;
END;
