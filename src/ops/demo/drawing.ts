import { type Colour, paint } from "../../lib/reencode.ts"

/** @returns a PNG of a house with a door, in a colour of its own: there are no photos to ship */
export function drawing(variant: number): Uint8Array {
  const wall = [180 - variant * 12, 120 + variant * 15, 90 + variant * 20] as const
  return paint(640, 480, (x, y) => colourAt(x, y, wall))
}

function colourAt(x: number, y: number, wall: Colour): Colour {
  if (y > 420) return [110, 110, 105]
  if (x > 270 && x < 370 && y > 240) return [70, 45, 30]
  if (x > 140 && x < 500 && y > 180) return wall
  if (y > 180 - (180 - Math.abs(x - 320)) * 0.55 && Math.abs(x - 320) < 180) return [120, 50, 40]
  return [170, 200, 225]
}
