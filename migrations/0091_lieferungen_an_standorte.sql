-- A delivery may go to a place of its customer. A column that is added cannot have a composite reference, and making the
-- table anew would copy every signature: triggers refuse what is no place of that customer, and keep one that is used.
ALTER TABLE `lieferungen` ADD `standort_id` text;
--> statement-breakpoint
ALTER TABLE `lieferungen` ADD `lieferanschrift` text;
--> statement-breakpoint
CREATE INDEX `lieferungen_standort` ON `lieferungen` (`tenant_id`,`standort_id`) WHERE standort_id IS NOT NULL;
--> statement-breakpoint
CREATE TRIGGER lieferungen_standort_des_kunden BEFORE INSERT ON lieferungen
WHEN NEW.standort_id IS NOT NULL AND NOT EXISTS (
	SELECT 1 FROM standorte s
	WHERE s.tenant_id = NEW.tenant_id AND s.id = NEW.standort_id AND s.kunde_id = NEW.kunde_id)
BEGIN
	SELECT RAISE(ABORT, 'der Standort ist keiner dieses Kunden');
END;
--> statement-breakpoint
CREATE TRIGGER lieferungen_standort_bleibt_des_kunden BEFORE UPDATE OF standort_id, kunde_id ON lieferungen
WHEN NEW.standort_id IS NOT NULL AND NOT EXISTS (
	SELECT 1 FROM standorte s
	WHERE s.tenant_id = NEW.tenant_id AND s.id = NEW.standort_id AND s.kunde_id = NEW.kunde_id)
BEGIN
	SELECT RAISE(ABORT, 'der Standort ist keiner dieses Kunden');
END;
--> statement-breakpoint
CREATE TRIGGER lieferungen_zugestellt_wohin BEFORE UPDATE OF standort_id, lieferanschrift ON lieferungen
WHEN OLD.status = 'zugestellt' AND (
	(NEW.standort_id IS NOT NULL AND NEW.standort_id IS NOT OLD.standort_id)
	OR (NEW.lieferanschrift IS NOT NULL AND NEW.lieferanschrift IS NOT OLD.lieferanschrift)
)
BEGIN
	SELECT RAISE(ABORT, 'eine zugestellte Lieferung ist unveraenderlich');
END;
--> statement-breakpoint
CREATE TRIGGER standorte_von_lieferungen_bleiben BEFORE DELETE ON standorte
WHEN EXISTS (SELECT 1 FROM lieferungen l WHERE l.tenant_id = OLD.tenant_id AND l.standort_id = OLD.id)
BEGIN
	SELECT RAISE(ABORT, 'zu diesem Standort gibt es Lieferungen');
END;
--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('lieferungen', 'lieferungen_standort', '100000 10000 20');
--> statement-breakpoint
ANALYZE sqlite_schema;
