import { OtherTabs } from "../../ui/api/other-tabs.ts"

/** The other tabs of this telephone. */
export const others = new OtherTabs("fahrer")
