/**
 * To be imported before modules of pages, where there is no page: some ask for the tab's store when they are loaded.
 * This one holds nothing and takes nothing, as a browser's that is forbidden or full.
 */
const nothing = { getItem: () => null }

if (!("sessionStorage" in globalThis)) Object.assign(globalThis, { sessionStorage: nothing })
