-- A count that was made on paper and is entered later: when it was made. NULL: people count while it is open.
ALTER TABLE `inventuren` ADD `gezaehlt_am` text;
