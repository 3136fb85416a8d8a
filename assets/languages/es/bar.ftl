bar-add-hint = { $formats } · Ctrl O, o suelte archivos sobre la ventana
bar-place-hint = Escriba o pegue un texto y vea dónde se sitúa · T
bar-step = { $command }: { $step }
bar-licence = Licencia: { $licence }
