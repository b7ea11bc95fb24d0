import { Button } from "./button.tsx"

type Props = { list: { hasMore: boolean; isLoadingMore: boolean; loadMore: () => void } }

/** Below a list with the latest entries first: the button for the next page, if there is one. */
export function LoadMore({ list }: Props) {
  if (!list.hasMore) return null
  return (
    <Button look="quiet" icon="down" onPress={list.loadMore} isPending={list.isLoadingMore}>
      Ältere zeigen
    </Button>
  )
}
