-- A device at a customer's stands at one of the customer's places, or at the customer's own address. As for deliveries
-- (0091), a column that is added cannot have a composite reference: triggers refuse what is no place of that customer,
-- and keep one that is used.
ALTER TABLE `geraete` ADD `standort_id` text;
--> statement-breakpoint
ALTER TABLE `geraete_bewegungen` ADD `standort_id` text;
--> statement-breakpoint
CREATE INDEX `geraete_standort` ON `geraete` (`tenant_id`,`standort_id`) WHERE standort_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `geraete_bewegungen_standort` ON `geraete_bewegungen` (`tenant_id`,`standort_id`) WHERE standort_id IS NOT NULL;
--> statement-breakpoint
-- Until now only the delivery said where a device was brought to.
UPDATE geraete_bewegungen SET standort_id = (
	SELECT l.standort_id FROM lieferungen l
	WHERE l.tenant_id = geraete_bewegungen.tenant_id AND l.id = geraete_bewegungen.lieferung_id)
WHERE lieferung_id IS NOT NULL;
--> statement-breakpoint
UPDATE geraete SET standort_id = (
	SELECT w.standort_id FROM geraete_bewegungen w
	WHERE w.tenant_id = geraete.tenant_id AND w.geraet_id = geraete.id ORDER BY w.id DESC LIMIT 1)
WHERE kunde_id IS NOT NULL AND (
	SELECT w.kunde_id FROM geraete_bewegungen w
	WHERE w.tenant_id = geraete.tenant_id AND w.geraet_id = geraete.id ORDER BY w.id DESC LIMIT 1) = kunde_id;
--> statement-breakpoint
CREATE TRIGGER geraete_standort_des_kunden BEFORE UPDATE OF standort_id, kunde_id ON geraete
WHEN NEW.standort_id IS NOT NULL AND NOT EXISTS (
	SELECT 1 FROM standorte s
	WHERE s.tenant_id = NEW.tenant_id AND s.id = NEW.standort_id AND s.kunde_id = NEW.kunde_id)
BEGIN
	SELECT RAISE(ABORT, 'der Standort ist keiner dieses Kunden');
END;
--> statement-breakpoint
-- Erasing a person empties it.
CREATE TRIGGER geraete_bewegungen_standort_bleibt BEFORE UPDATE OF standort_id ON geraete_bewegungen
WHEN NEW.standort_id IS NOT NULL
BEGIN
	SELECT RAISE(ABORT, 'geraete_bewegungen sind unveraenderlich');
END;
--> statement-breakpoint
CREATE TRIGGER standorte_von_geraeten_bleiben BEFORE DELETE ON standorte
WHEN EXISTS (SELECT 1 FROM geraete g WHERE g.tenant_id = OLD.tenant_id AND g.standort_id = OLD.id)
	OR EXISTS (SELECT 1 FROM geraete_bewegungen w WHERE w.tenant_id = OLD.tenant_id AND w.standort_id = OLD.id)
BEGIN
	SELECT RAISE(ABORT, 'an diesem Standort sind oder waren Geraete');
END;
--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
	('geraete', 'geraete_standort', '10000 1000 5'),
	('geraete_bewegungen', 'geraete_bewegungen_standort', '100000 10000 20');
--> statement-breakpoint
ANALYZE sqlite_schema;
