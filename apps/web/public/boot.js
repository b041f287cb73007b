// Runs before the first paint, so that a fixed theme never flashes and a signed-in person never sees the
// landing page. A file of its own because the content policy allows no inline script.
;(() => {
  try {
    const theme = localStorage.getItem('theme')
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
    // Back from the sign-in: nothing is shown until the code in the address has been traded for a session.
    if (location.search.includes('sign_in_code=')) {
      document.documentElement.dataset.arriving = ''
      // On a shared computer nothing is kept.
      if (location.search.includes('shared=true')) document.documentElement.dataset.shared = ''
    } else if (location.pathname === '/' && localStorage.getItem('jwt_refresh_token')) {
      // The app was opened: home brings the last search of this tab back.
      sessionStorage.setItem('screen:home-opened', 'true')
      location.replace('/home?primary_opt=all')
    }
  } catch {
    // Storage is blocked: follow the system and treat the person as a visitor.
  }
  // A page can be read before its script has come. What is pressed or chosen meanwhile is done when it has.
  const later = []
  const keepPress = ({ target }) => {
    const pressed = target instanceof Element && target.closest('button, [type="radio"]')
    if (!pressed) return
    later.push(() => {
      // One that is on by then would do nothing.
      if (pressed.checked) pressed.checked = false
      pressed.click()
    })
  }
  const keepChoice = ({ target }) => {
    if (!(target instanceof HTMLSelectElement)) return
    const { value } = target
    later.push(() => {
      // The script shows what it begins with.
      target.value = value
      target.dispatchEvent(new Event('change', { bubbles: true }))
    })
  }
  addEventListener('click', keepPress, true)
  addEventListener('change', keepChoice, true)
  addEventListener(
    'page-awake',
    () => {
      removeEventListener('click', keepPress, true)
      removeEventListener('change', keepChoice, true)
      for (const act of later) act()
    },
    { once: true },
  )
})()
