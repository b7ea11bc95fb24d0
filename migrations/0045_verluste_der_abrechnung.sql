-- What a settlement says of losses and of opening balances could cancel out. What the losses come to is kept with each
-- settlement, so that the next one can tell the two apart. Those of before have none and stay as they were printed.
ALTER TABLE `abrechnungen` ADD `verluste_bisher_cent` integer;
