-- Whether a company shows VAT at all (UStG § 19) and whether it reckons that of packaging once a year is stored with each
-- booking, and is part of its hash: what was charged is what comes back, however the company settles by then. A booking
-- of before has what its settlement had, and an open one what the company has today; its hash stays as it is, and
-- tenants.regelung_nach_nr says up to which number hashes say nothing of it.
ALTER TABLE `tenants` ADD `regelung_nach_nr` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `tenants` ADD `regelung_gewechselt_nr` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `pfandbuchungen` ADD `kleinunternehmer` integer CHECK ("kleinunternehmer" IN (0, 1));--> statement-breakpoint
ALTER TABLE `pfandbuchungen` ADD `ust_verfahren` text CHECK ("ust_verfahren" IN ('laufend', 'jahresausgleich'));--> statement-breakpoint
UPDATE tenants SET regelung_nach_nr = coalesce(
	(SELECT max(lfd_nr) FROM pfandbuchungen b WHERE b.tenant_id = tenants.id), 0);
--> statement-breakpoint
DROP TRIGGER pfandbuchungen_nie_aendern;
--> statement-breakpoint
UPDATE pfandbuchungen SET (kleinunternehmer, ust_verfahren) = (
	SELECT t.kleinunternehmer, t.ust_verfahren FROM tenants t WHERE t.id = pfandbuchungen.tenant_id);
--> statement-breakpoint
UPDATE pfandbuchungen SET (kleinunternehmer, ust_verfahren) = (
	SELECT a.kleinunternehmer, a.ust_verfahren FROM abrechnungsbuchungen z
	JOIN abrechnungen a ON a.tenant_id = z.tenant_id AND a.id = z.abrechnung_id
	WHERE z.tenant_id = pfandbuchungen.tenant_id AND z.buchung_id = pfandbuchungen.id AND z.gilt = 1)
WHERE EXISTS (
	SELECT 1 FROM abrechnungsbuchungen z
	JOIN abrechnungen a ON a.tenant_id = z.tenant_id AND a.id = z.abrechnung_id
	JOIN tenants t ON t.id = a.tenant_id
		AND (a.kleinunternehmer <> t.kleinunternehmer OR a.ust_verfahren <> t.ust_verfahren)
	WHERE z.tenant_id = pfandbuchungen.tenant_id AND z.buchung_id = pfandbuchungen.id AND z.gilt = 1);
--> statement-breakpoint
CREATE TRIGGER pfandbuchungen_nie_aendern BEFORE UPDATE ON pfandbuchungen
BEGIN
	SELECT RAISE(ABORT, 'pfandbuchungen sind unveraenderlich');
END;
--> statement-breakpoint
UPDATE tenants SET regelung_gewechselt_nr = coalesce((
	SELECT max(b.lfd_nr) FROM pfandbuchungen b WHERE b.tenant_id = tenants.id
		AND (b.kleinunternehmer <> tenants.kleinunternehmer OR b.ust_verfahren <> tenants.ust_verfahren)), 0);
--> statement-breakpoint
CREATE TRIGGER pfandbuchungen_mit_regelung BEFORE INSERT ON pfandbuchungen
WHEN NEW.kleinunternehmer IS NULL OR NEW.ust_verfahren IS NULL
BEGIN
	SELECT RAISE(ABORT, 'eine Buchung nennt Kleinunternehmer und Verfahren der Umsatzsteuer');
END;
--> statement-breakpoint
CREATE TRIGGER tenants_regelung_nach_nr_bleibt BEFORE UPDATE OF regelung_nach_nr ON tenants
WHEN NEW.regelung_nach_nr <> OLD.regelung_nach_nr
BEGIN
	SELECT RAISE(ABORT, 'welche Buchungen ihre Regelung im Hash haben, steht fest');
END;
--> statement-breakpoint
-- Up to which booking a settlement has to ask, piece by piece, as what it went out.
CREATE TRIGGER tenants_regelung_wechselt AFTER UPDATE OF ust_verfahren, kleinunternehmer ON tenants
WHEN NEW.ust_verfahren <> OLD.ust_verfahren OR NEW.kleinunternehmer <> OLD.kleinunternehmer
BEGIN
	UPDATE tenants SET regelung_gewechselt_nr = coalesce(
		(SELECT max(lfd_nr) FROM pfandbuchungen WHERE tenant_id = NEW.id), 0)
	WHERE id = NEW.id;
END;
--> statement-breakpoint
-- Beside amounts of today a settlement may have some of a time with or without § 19. NULL: as its settlement says.
ALTER TABLE `abrechnungssteuern` ADD `kleinunternehmer` integer CHECK ("kleinunternehmer" IN (0, 1));
