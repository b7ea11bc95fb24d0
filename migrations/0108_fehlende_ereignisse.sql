-- Events that a receiver did not get, as they were deleted before its turn: said until somebody has seen to it.
ALTER TABLE `webhooks` ADD `luecke_von` integer;
--> statement-breakpoint
ALTER TABLE `webhooks` ADD `luecke_bis` integer;
