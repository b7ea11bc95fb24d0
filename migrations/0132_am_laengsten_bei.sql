-- Who has had pieces of an article longest: asked for on the article's page.
CREATE INDEX `pfandkonten_artikel_seit` ON `pfandkonten` (`tenant_id`,`pfandartikel_id`,`seit_am`) WHERE pfandartikel_id IS NOT NULL AND seit_am IS NOT NULL;
--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
	('pfandkonten', 'pfandkonten_artikel_seit', '100000 10000 500 1');
--> statement-breakpoint
ANALYZE sqlite_schema;
