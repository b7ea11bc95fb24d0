-- The first and the last of a settlement's bookings are on its paper and its page, and never change: they are kept with
-- it, as nobody can be served while twenty thousand bookings are looked through for each of them.
ALTER TABLE `abrechnungen` ADD `erfasst_ab` text;
--> statement-breakpoint
ALTER TABLE `abrechnungen` ADD `stand_nr` integer;
--> statement-breakpoint
DROP TRIGGER abrechnungen_nie_aendern;
--> statement-breakpoint
-- A counter-document has no bookings of its own.
UPDATE abrechnungen SET (erfasst_ab, stand_nr) = (
	SELECT min(b.erfasst_am), max(b.lfd_nr)
	FROM abrechnungsbuchungen z CROSS JOIN pfandbuchungen b ON b.tenant_id = z.tenant_id AND b.id = z.buchung_id
	WHERE z.tenant_id = abrechnungen.tenant_id AND z.abrechnung_id = coalesce(abrechnungen.storno_von, abrechnungen.id)
);
--> statement-breakpoint
CREATE TRIGGER abrechnungen_nie_aendern BEFORE UPDATE ON abrechnungen
BEGIN
	SELECT RAISE(ABORT, 'eine Abrechnung ist unveraenderlich');
END;
