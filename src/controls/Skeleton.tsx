import './button.css'

/** A grey bar of the size of what is coming. Hidden from screen readers: say "Carregando" once, on the region (`aria-busy`). */
export function Skeleton(props: { readonly width?: string; readonly height?: string; readonly radius?: string }) {
  const { width = '100%', height, radius } = props
  return <div aria-hidden className="skeleton" style={{ width, height, borderRadius: radius }} />
}
