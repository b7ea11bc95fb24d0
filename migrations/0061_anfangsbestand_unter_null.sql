-- A customer may have brought back more than he had before Pfandwerk: an opening balance below zero is booked as a
-- korrektur_minus, as all else of it is what a return is. Its Vorgang is kept here, and stands in no settlement, and
-- neither does its Storno: the program before has credited it.
CREATE TABLE `anfangsvorgaenge` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`kunde_id` text NOT NULL,
	`erstellt_am` text NOT NULL,
	`aktualisiert_am` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`),
	FOREIGN KEY (`tenant_id`,`kunde_id`) REFERENCES `kunden`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `anfangsvorgaenge_kunde` ON `anfangsvorgaenge` (`tenant_id`,`kunde_id`);
--> statement-breakpoint
CREATE TRIGGER anfangsvorgaenge_nie_aendern BEFORE UPDATE ON anfangsvorgaenge
BEGIN
	SELECT RAISE(ABORT, 'anfangsvorgaenge sind unveraenderlich');
END;
--> statement-breakpoint
CREATE TRIGGER anfangsvorgaenge_nie_loeschen BEFORE DELETE ON anfangsvorgaenge
BEGIN
	SELECT RAISE(ABORT, 'anfangsvorgaenge sind unveraenderlich');
END;
--> statement-breakpoint
DROP TRIGGER pfandbuchungen_sind_offen;
--> statement-breakpoint
CREATE TRIGGER pfandbuchungen_sind_offen AFTER INSERT ON pfandbuchungen
WHEN NEW.art <> 'anfangsbestand'
	AND NEW.lfd_nr > (SELECT abrechnung_nach_nr FROM tenants WHERE id = NEW.tenant_id)
	AND NOT EXISTS (SELECT 1 FROM pfandverluste v WHERE v.tenant_id = NEW.tenant_id AND v.id = NEW.vorgang_id)
	AND NOT EXISTS (SELECT 1 FROM anfangsvorgaenge m WHERE m.tenant_id = NEW.tenant_id AND m.id = NEW.vorgang_id)
	AND NOT EXISTS (
		SELECT 1 FROM pfandbuchungen o
		WHERE o.tenant_id = NEW.tenant_id AND o.id = NEW.storno_von AND o.art = 'anfangsbestand' AND NOT EXISTS (
			SELECT 1 FROM abrechnungsbuchungen z
			WHERE z.tenant_id = o.tenant_id AND z.buchung_id = o.id AND z.gilt = 1))
BEGIN
	INSERT INTO offene_buchungen (tenant_id, id, kunde_id, erfasst_am, erstellt_am, aktualisiert_am)
	VALUES (NEW.tenant_id, NEW.id, NEW.kunde_id, NEW.erfasst_am, NEW.erstellt_am, NEW.erstellt_am);
END;
--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
	('anfangsvorgaenge', 'sqlite_autoindex_anfangsvorgaenge_1', '10000 5000 1'),
	('anfangsvorgaenge', 'anfangsvorgaenge_kunde', '10000 5000 1');
--> statement-breakpoint
ANALYZE sqlite_schema;
