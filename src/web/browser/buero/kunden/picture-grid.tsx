import {
  Button as AriaButton,
  DropIndicator,
  GridList,
  GridListItem,
  useDragAndDrop,
} from "react-aria-components"
import { Icon } from "../../ui/parts/icons.tsx"
import { DROPPED_TYPES, filesOf } from "../../ui/values/picture-files.ts"
import { reordered } from "./picture-order.ts"
import { NoPictures, type PicturesProps, titleOf } from "./plain-pictures.tsx"

/** Type of the dragged data. */
const PICTURE = "application/x-pfandwerk-bild"

/**
 * The pictures as a grid. Dragging changes their order, also by touch and keyboard; files may be dropped from the
 * desktop.
 */
export function PictureGrid({ pictures, isLoading, open, arrange, add }: PicturesProps) {
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ [PICTURE]: String(key) })),
    acceptedDragTypes: [PICTURE, ...DROPPED_TYPES],
    getDropOperation: ({ type }) => (type === "root" ? "copy" : "move"),
    renderDropIndicator: (target) => <DropIndicator target={target} className="bild-line" />,
    onReorder: ({ keys, target: { key, dropPosition } }) => {
      if (dropPosition !== "on") arrange(reordered(pictures, keys, key, dropPosition))
    },
    onRootDrop: async ({ items }) => add(await filesOf(items)),
  })
  return (
    <GridList
      aria-labelledby="bilder"
      className="bilder"
      layout="grid"
      items={pictures.map((picture, place) => ({ ...picture, name: titleOf(picture, place) }))}
      onAction={(key) => open(String(key))}
      dragAndDropHooks={dragAndDropHooks}
      renderEmptyState={() => !isLoading && <NoPictures />}
    >
      {({ id, name, vorschau_url }) => (
        <GridListItem id={id} textValue={name} className="bild">
          <img src={vorschau_url} alt="" loading="lazy" draggable={false} />
          <AriaButton slot="drag" className="bild-grip" aria-label={`${name} verschieben`}>
            <Icon name="menu" />
          </AriaButton>
        </GridListItem>
      )}
    </GridList>
  )
}
