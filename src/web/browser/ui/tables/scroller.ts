const topOf = (element: Element): number => element.getBoundingClientRect().top

/** @returns what scrolls a list: itself, or an element around it */
export function scrollerOf(box: Element): Element {
  let scroller: Element | null = box
  while (scroller && !/auto|scroll/.test(getComputedStyle(scroller).overflowY))
    scroller = scroller.parentElement
  return scroller ?? document.documentElement
}

/** @returns how much of the list is scrolled out above, in px; less than 0 while its top has not come up there */
export const aboveOf = (box: Element, scroller: Element): number =>
  scroller === box ? box.scrollTop : topOf(scroller) - topOf(box)
