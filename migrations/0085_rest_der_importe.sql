-- What stays of an import that was taken back stands in its pieces, so that it can be told and taken back later: here how
-- many records of a piece those are.
ALTER TABLE `importstuecke` ADD `geblieben` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `importstuecke_geblieben` ON `importstuecke` (`tenant_id`,`auftrag_id`,`geblieben`) WHERE geblieben > 0;--> statement-breakpoint
-- An article, a device or an account is looked for here when it is deleted, by each import that is taken back.
CREATE INDEX `feierabend_positionen_artikel` ON `feierabend_positionen` (`tenant_id`,`pfandartikel_id`) WHERE pfandartikel_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `feierabend_positionen_geraet` ON `feierabend_positionen` (`tenant_id`,`geraet_id`) WHERE geraet_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `gebindebewegungen_gebinde` ON `gebindebewegungen` (`tenant_id`,`gebinde_id`);--> statement-breakpoint
CREATE INDEX `inventurpositionen_nach_geraet` ON `inventurpositionen` (`tenant_id`,`geraet_id`) WHERE geraet_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `inventurzaehlungen_nach_artikel` ON `inventurzaehlungen` (`tenant_id`,`pfandartikel_id`) WHERE pfandartikel_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `inventurzaehlungen_nach_geraet` ON `inventurzaehlungen` (`tenant_id`,`geraet_id`) WHERE geraet_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `klaerungen_fahrer` ON `klaerungen` (`tenant_id`,`fahrer_id`) WHERE fahrer_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `lieferungen_bilder_artikel` ON `lieferungen_bilder` (`tenant_id`,`pfandartikel_id`) WHERE pfandartikel_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `lieferungen_bilder_geraet` ON `lieferungen_bilder` (`tenant_id`,`geraet_id`) WHERE geraet_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `pfandumbewertungen_artikel` ON `pfandumbewertungen` (`tenant_id`,`pfandartikel_id`);--> statement-breakpoint
CREATE INDEX `pfandverluste_artikel` ON `pfandverluste` (`tenant_id`,`pfandartikel_id`) WHERE pfandartikel_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `pfandverluste_geraet` ON `pfandverluste` (`tenant_id`,`geraet_id`) WHERE geraet_id IS NOT NULL;--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
	('importstuecke', 'importstuecke_geblieben', '500 50 50 1'),
	('feierabend_positionen', 'feierabend_positionen_artikel', '400000 40000 800'),
	('feierabend_positionen', 'feierabend_positionen_geraet', '100000 10000 5'),
	('gebindebewegungen', 'gebindebewegungen_gebinde', '1000000 100000 5000'),
	('inventurpositionen', 'inventurpositionen_nach_geraet', '50000 5000 2'),
	('inventurzaehlungen', 'inventurzaehlungen_nach_artikel', '200000 20000 400'),
	('inventurzaehlungen', 'inventurzaehlungen_nach_geraet', '100000 10000 2'),
	('klaerungen', 'klaerungen_fahrer', '20000 2000 200'),
	('lieferungen_bilder', 'lieferungen_bilder_artikel', '30000 3000 60'),
	('lieferungen_bilder', 'lieferungen_bilder_geraet', '30000 3000 2'),
	('pfandumbewertungen', 'pfandumbewertungen_artikel', '10000 5000 50'),
	('pfandverluste', 'pfandverluste_artikel', '10000 5000 50'),
	('pfandverluste', 'pfandverluste_geraet', '5000 2500 1');--> statement-breakpoint
ANALYZE sqlite_schema;
