; The installer for one user of Windows, without an administrator. Versions are installed beside each other; the data
; are elsewhere. make.py sets VERSION, FOLDER (the files to install), TO (the installer to make), SIZE (in KB) and
; PACKING.

Unicode true
Target amd64-unicode
SetCompressor /SOLID ${PACKING}
RequestExecutionLevel user
ManifestDPIAware true
Name "Arbitrage ${VERSION}"
OutFile "${TO}"
BrandingText "Arbitrage ${VERSION}"
InstallDir "$LOCALAPPDATA\Programs\Arbitrage"

!include MUI2.nsh
!include LogicLib.nsh

!define OURS "Software\Arbitrage"
!define LISTED "Software\Microsoft\Windows\CurrentVersion\Uninstall\Arbitrage"
!define MENU "$SMPROGRAMS\Arbitrage"
!define WITH_SESSION "$SMSTARTUP\Arbitrage.cmd" ; what `arbitrage install` writes
!define RULE "Arbitrage"

VIProductVersion "${VERSION}.0"
VIAddVersionKey ProductName "Arbitrage"
VIAddVersionKey ProductVersion "${VERSION}"
VIAddVersionKey FileVersion "${VERSION}"
VIAddVersionKey FileDescription "Arbitrage ${VERSION}"
VIAddVersionKey LegalCopyright "MIT"

!define MUI_ABORTWARNING
!define MUI_FINISHPAGE_RUN "$INSTDIR\${VERSION}\Arbitrage.cmd"
!insertmacro MUI_PAGE_LICENSE "${FOLDER}/LICENSE.txt"
!insertmacro MUI_PAGE_COMPONENTS
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "French"
!insertmacro MUI_LANGUAGE "English"

LangString RUNS ${LANG_FRENCH} "Arbitrage est ouvert : fermez sa fenêtre, puis recommencez. Rien n’a été changé."
LangString RUNS ${LANG_ENGLISH} "Arbitrage runs: close its window, then try again. Nothing was changed."
LangString PROGRAM ${LANG_FRENCH} "Le programme"
LangString PROGRAM ${LANG_ENGLISH} "The program"
LangString DESKTOP_LINK ${LANG_FRENCH} "Un raccourci sur le bureau"
LangString DESKTOP_LINK ${LANG_ENGLISH} "A shortcut on the desktop"
LangString SESSION ${LANG_FRENCH} "Démarrer avec cet ordinateur"
LangString SESSION ${LANG_ENGLISH} "Start with this computer"
LangString FIREWALL ${LANG_FRENCH} "Laisser entrer les tablettes (demande un administrateur)"
LangString FIREWALL ${LANG_ENGLISH} "Let the tablets in (asks for an administrator)"
LangString STAYS ${LANG_FRENCH} "Les données du club restent dans"
LangString STAYS ${LANG_ENGLISH} "The club’s data stay in"

; Does a server run? It holds the lock file open as long as it runs on the folder, and an open file cannot be deleted.
!macro REFUSE_WHILE_OPEN
  SetShellVarContext current
  ReadEnvStr $R0 DATA_DIR
  ${If} $R0 == ""
    StrCpy $R0 "$LOCALAPPDATA\Arbitrage"
  ${EndIf}
  ClearErrors
  Delete "$R0\lock"
  ${If} ${Errors}
    MessageBox MB_OK|MB_ICONEXCLAMATION "$(RUNS)" /SD IDOK
    SetErrorLevel 2
    Quit
  ${EndIf}
!macroend

Function .onInit
  !insertmacro REFUSE_WHILE_OPEN
FunctionEnd

Function un.onInit
  !insertmacro REFUSE_WHILE_OPEN
FunctionEnd

Section "$(PROGRAM)"
  SectionIn RO
  AddSize ${SIZE}
  ; The version that was here before stays beside this one, for the way back.
  ReadRegStr $R1 HKCU "${OURS}" "Version"
  ReadRegStr $R2 HKCU "${OURS}" "Before"
  ${If} $R1 != ""
  ${AndIf} $R1 != "${VERSION}"
    StrCpy $R2 $R1
  ${EndIf}
  RMDir /r "$INSTDIR\${VERSION}"
  SetOutPath "$INSTDIR\${VERSION}"
  File /r "${FOLDER}/*"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  WriteRegStr HKCU "${OURS}" "Version" "${VERSION}"
  WriteRegStr HKCU "${OURS}" "Before" "$R2"
  WriteRegStr HKCU "${LISTED}" "DisplayName" "Arbitrage"
  WriteRegStr HKCU "${LISTED}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${LISTED}" "DisplayIcon" "$INSTDIR\${VERSION}\arbitrage.ico"
  WriteRegStr HKCU "${LISTED}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${LISTED}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKCU "${LISTED}" "EstimatedSize" ${SIZE}
  WriteRegDWORD HKCU "${LISTED}" "NoModify" 1
  WriteRegDWORD HKCU "${LISTED}" "NoRepair" 1
  RMDir /r "${MENU}"
  CreateDirectory "${MENU}"
  SetOutPath "$LOCALAPPDATA" ; where a shortcut begins: a folder that no version holds
  CreateShortCut "${MENU}\Arbitrage.lnk" "$INSTDIR\${VERSION}\Arbitrage.cmd" "" "$INSTDIR\${VERSION}\arbitrage.ico"
  ${If} $R2 != ""
  ${AndIf} ${FileExists} "$INSTDIR\$R2\Arbitrage.cmd"
    CreateShortCut "${MENU}\Arbitrage $R2.lnk" "$INSTDIR\$R2\Arbitrage.cmd" "" "$INSTDIR\$R2\arbitrage.ico"
  ${EndIf}
  ${If} ${FileExists} "$DESKTOP\Arbitrage.lnk"
    CreateShortCut "$DESKTOP\Arbitrage.lnk" "$INSTDIR\${VERSION}\Arbitrage.cmd" "" "$INSTDIR\${VERSION}\arbitrage.ico"
  ${EndIf}
  ${If} ${FileExists} "${WITH_SESSION}"
    nsExec::ExecToLog '"$INSTDIR\${VERSION}\Arbitrage.cmd" install'
    Pop $R3
  ${EndIf}
  ; Two versions are kept; those before them go.
  FindFirst $R4 $R5 "$INSTDIR\*"
  ${DoWhile} $R5 != ""
    ${If} $R5 != "${VERSION}"
    ${AndIf} $R5 != $R2
    ${AndIf} ${FileExists} "$INSTDIR\$R5\Arbitrage.cmd"
    ${AndIf} $R5 != "."
    ${AndIf} $R5 != ".."
      RMDir /r "$INSTDIR\$R5"
    ${EndIf}
    FindNext $R4 $R5
  ${Loop}
  FindClose $R4
SectionEnd

Section "$(DESKTOP_LINK)"
  SetOutPath "$LOCALAPPDATA"
  CreateShortCut "$DESKTOP\Arbitrage.lnk" "$INSTDIR\${VERSION}\Arbitrage.cmd" "" "$INSTDIR\${VERSION}\arbitrage.ico"
SectionEnd

Section /o "$(SESSION)"
  nsExec::ExecToLog '"$INSTDIR\${VERSION}\Arbitrage.cmd" install'
  Pop $R3
SectionEnd

Section /o "$(FIREWALL)"
  ; By port: the path of the program is another one with each version. On the club's own network alone.
  ExecShellWait "runas" "netsh.exe" 'advfirewall firewall add rule name="${RULE}" dir=in action=allow protocol=TCP localport=8000 profile=private' SW_HIDE
SectionEnd

Section "Uninstall"
  Delete "${WITH_SESSION}"
  Delete "$DESKTOP\Arbitrage.lnk"
  RMDir /r "${MENU}"
  FindFirst $R4 $R5 "$INSTDIR\*"
  ${DoWhile} $R5 != ""
    ${If} ${FileExists} "$INSTDIR\$R5\Arbitrage.cmd"
    ${AndIf} $R5 != "."
    ${AndIf} $R5 != ".."
      RMDir /r "$INSTDIR\$R5"
    ${EndIf}
    FindNext $R4 $R5
  ${Loop}
  FindClose $R4
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  DeleteRegKey HKCU "${LISTED}"
  DeleteRegKey HKCU "${OURS}"
  DetailPrint "$(STAYS) $R0"
SectionEnd
