-- Losses and opening balances stand in no settlement, and the customer's account goes on with them all the same: the next
-- settlement says how much they are. The one before is found by its number, as a clock may have been set back.
ALTER TABLE `abrechnungen` ADD `ausserhalb_cent` integer;
--> statement-breakpoint
CREATE INDEX `abrechnungen_folge` ON `abrechnungen` (`tenant_id`,`kunde_id`,`jahr`,`lfd_nr`);
--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
	('abrechnungen', 'abrechnungen_folge', '500000 50000 50 12 1');
--> statement-breakpoint
ANALYZE sqlite_schema;
