-- In which form a settlement goes out is frozen with it. NULL: made before there was another than paper, and printed as
-- it was then.
ALTER TABLE `abrechnungen` ADD `form` text CONSTRAINT "abrechnungen_form" CHECK("form" IN ('papier', 'zugferd', 'xrechnung'));--> statement-breakpoint
-- Structured invoices are kept beside the pages that they belong to, told apart by what they follow.
ALTER TABLE `belege` ADD `profil` text CONSTRAINT "belege_profil" CHECK("profil" IN ('en16931', 'xrechnung'));--> statement-breakpoint
CREATE INDEX `kunden_behoerden` ON `kunden` (`tenant_id`,`id`) WHERE art = 'behoerde';--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('kunden', 'kunden_behoerden', '100 10 1');
--> statement-breakpoint
ANALYZE sqlite_schema;
