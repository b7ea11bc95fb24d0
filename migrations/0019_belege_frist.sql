CREATE INDEX `belege_frist` ON `belege` (`tenant_id`,`aufbewahren_bis`,`id`) WHERE gesperrt = 1;--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('belege', 'belege_frist', '1000 100 10 1');
--> statement-breakpoint
ANALYZE sqlite_schema;
