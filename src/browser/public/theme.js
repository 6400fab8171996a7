// Before the first paint: the kept theme, or the system's, so that nothing flashes.
;(() => {
  let kept
  try {
    kept = localStorage.getItem('tema')
  } catch {}
  const dark = kept ? kept === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  document.documentElement.classList.toggle('dark', dark)
  document.documentElement.style.background = dark ? '#0e1213' : '#f4f6f6'
})()
