import { parseArgs } from "node:util"
import { SECTIONS } from "./sections.ts"

export type Options = {
  /** Name of a section, or part of the names of scenarios; everything if left out. */
  only: string | undefined
  json: boolean
  markdown: boolean
  /** Puts the tables into README.md beside this file, in the place of those that are there. */
  readme: boolean
  rounds: number
  /** Per scenario, side and round. */
  seconds: number
  /** Seconds of the round that is not counted. */
  warmUp: number
  /** Numbers of customers, the smallest first. */
  sizes: number[]
  /** Of the comparison: customers, and deliveries under way, of which each can be completed once. */
  customers: number
  open: number
  /** Requests that the service answers before its memory is looked at. */
  requests: number
  uploads: number
  /** Before its memory is looked at, in milliseconds: what is not needed any more is given back by then. */
  rest: number
  /** Of the pages: how often each is opened. The driver makes a third as many stops. */
  visits: number
  /** Factor by which the driver's telephone is slower than the machine that measures. */
  slower: number
  /** Of the region: how many companies, how many customers the largest has, and for how many seconds of their day. */
  companies: number
  largest: number
  regionSeconds: number
  /** Routes that the walk passes over after each that it tries. */
  skipped: number
  /** Part of the records that are made for what the walk does once. */
  share: number
  /** Where made data is kept for the next run; it goes with the run if left out. */
  data: string | undefined
}

const DATA = {
  customers: 5_000,
  rest: 10_000,
  visits: 9,
  slower: 4,
  companies: 1_000,
  largest: 20_000,
  skipped: 0,
  share: 1,
}
const QUICK = {
  ...DATA,
  open: 20_000,
  rounds: 5,
  seconds: 0.25,
  warmUp: 1,
  sizes: [1_000, 20_000],
  regionSeconds: 30,
  requests: 50_000,
  uploads: 6,
}
const FULL = {
  ...DATA,
  open: 60_000,
  rounds: 15,
  seconds: 1,
  warmUp: 8,
  sizes: [1_000, 100_000, 1_000_000],
  regionSeconds: 600,
  requests: 1_000_000,
  uploads: 1_000,
}

const HELP = `bun run bench [options]
  --full            a million customers, a million requests, a thousand uploads: an hour and 15 GB
  --only NAME       a section (${SECTIONS.join(", ")}) or the requests whose name contains it
  --region          only this: many companies on one machine, and one that troubles them
  --walk            only this: what each route's dear request costs another company
  --companies N     how many of them (1000)
  --data FOLDER     keep the data there, and take it from there the next time
  --rounds N        how often each is measured
  --seconds N       how long each time, per server; of the region, how much of the hour
  --json            the figures; --markdown: tables as they stand in test/bench/README.md; --readme: puts them there`

/**
 * @param args of the command line
 * @returns undefined when only the help was asked for, which is printed then
 * @throws TypeError for an unknown option
 */
export function readOptions(args: string[]): Options | undefined {
  const { values } = parseArgs({
    args,
    options: {
      full: { type: "boolean", default: false },
      only: { type: "string" },
      region: { type: "boolean", default: false },
      walk: { type: "boolean", default: false },
      companies: { type: "string" },
      data: { type: "string" },
      rounds: { type: "string" },
      seconds: { type: "string" },
      json: { type: "boolean", default: false },
      markdown: { type: "boolean", default: false },
      readme: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  })
  if (values.help) {
    process.stdout.write(`${HELP}\n`)
    return undefined
  }
  const { full, region, walk, data, json, readme, rounds, seconds } = values
  const base = full ? FULL : QUICK
  return {
    ...base,
    only: region ? "region" : walk ? "walk" : values.only,
    companies: Number(values.companies ?? base.companies),
    regionSeconds: Number(seconds ?? base.regionSeconds),
    data,
    json,
    markdown: values.markdown || readme,
    readme,
    rounds: Number(rounds ?? base.rounds),
    seconds: Number(seconds ?? base.seconds),
  }
}
