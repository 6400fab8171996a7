import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** Width of a sheet of A4 between its margins, in CSS pixels. */
const paper = 660

/** Width of a box as it is laid out; on paper that of the sheet, for a page that is printed measures nothing. */
export function useWidth(printing: boolean): { readonly ref: RefObject<HTMLDivElement | null>; readonly width: number } {
  const ref = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    if (ref.current) setWidth(Math.floor(ref.current.clientWidth))
  }, [])
  useEffect(() => {
    const box = ref.current
    if (!box) return
    const watch = new ResizeObserver(() => setWidth(Math.floor(box.clientWidth)))
    watch.observe(box)
    return () => watch.disconnect()
  }, [])
  return { ref, width: printing ? paper : width }
}
