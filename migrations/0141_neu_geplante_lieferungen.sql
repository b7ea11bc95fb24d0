-- What failed and was planned anew is found by when it failed (api/lieferungen/anew.ts).
CREATE INDEX `protokoll_neu_geplant` ON `protokoll` (`tenant_id`,(aenderungen ->> '$.erfasst_am[0]'),`id`) WHERE aktion GLOB '*.neu_geplant';
--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('protokoll', 'protokoll_neu_geplant', '10000 1000 2 1');
--> statement-breakpoint
ANALYZE sqlite_schema;
