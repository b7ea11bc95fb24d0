-- The last count of a truck is the one that came last (api/feierabend/rules.ts).
CREATE INDEX `feierabende_zuletzt` ON `feierabende` (`tenant_id`,`fahrer_id`,`datum`,`erstellt_am`,`id`);
--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('feierabende', 'feierabende_zuletzt', '50000 5000 500 1 1 1');
--> statement-breakpoint
ANALYZE sqlite_schema;
