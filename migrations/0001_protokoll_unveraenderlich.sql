-- The log is append-only. Only its copies of personal fields may be blanked (DSGVO Art. 17).
CREATE TRIGGER protokoll_nie_aendern
BEFORE UPDATE OF tenant_id, id, mitarbeiter_id, mitarbeiter_name, aktion, tabelle, datensatz_id, erstellt_am ON protokoll
BEGIN
	SELECT RAISE(ABORT, 'protokoll ist unveraenderlich');
END;
--> statement-breakpoint
CREATE TRIGGER protokoll_nie_loeschen BEFORE DELETE ON protokoll
BEGIN
	SELECT RAISE(ABORT, 'protokoll ist unveraenderlich');
END;
