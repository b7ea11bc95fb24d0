import { Z3_DTD } from "../../src/print/export/z3.ts"

/** Content models of the DTD as regular expressions: children of an element, in their order. */
const modelsOf = (dtd: string) =>
  new Map(
    [...dtd.matchAll(/<!ELEMENT (\w+) (.+)>/g)].map(([, name, model]) => [
      name!,
      model === "EMPTY" || model === "(#PCDATA)"
        ? new RegExp(model === "EMPTY" ? "^$" : "^#?$")
        : new RegExp(`^${model!.replace(/\w+/g, "(?:$&/)").replace(/[\s,]/g, "")}$`),
    ]),
  )

/** Walks through the elements as a validating parser does. @throws Error at what the DTD does not allow */
export function validate(xml: string, dtd = Z3_DTD): void {
  const models = modelsOf(dtd)
  const open: { name: string; inside: string }[] = [{ name: "", inside: "" }]
  for (const [, text, end, name, empty] of xml
    .replace(/<[?!][^>]*>/g, "")
    .matchAll(/([^<]*)<(\/?)(\w+)(\/?)>/g)) {
    if (text!.trim() !== "") open.at(-1)!.inside += "#"
    if (end === "") {
      open.at(-1)!.inside += `${name}/`
      open.push({ name: name!, inside: "" })
    }
    if (end === "/" || empty === "/") {
      const done = open.pop()!
      if (done.name !== name) throw new Error(`${name} ends where ${done.name} is open`)
      if (!models.get(name!)!.test(done.inside)) throw new Error(`${name} may not hold "${done.inside}"`)
    }
  }
  if (open.length !== 1 || open[0]?.inside !== "DataSet/") throw new Error("not one whole DataSet")
}
